//! How large a state is, and what takes the room.

use buddyfight::State;
use buddyfight::state::{Attack, Departure, Ends, Frame, Play};

#[test]
fn a_state_is_small() {
    let sizes = [
        ("state", size_of::<State>()),
        ("frame", size_of::<Frame>()),
        ("play", size_of::<Play>()),
        ("run", size_of::<effects::Run>()),
        ("attack", size_of::<Attack>()),
        ("departure", size_of::<Departure>()),
        ("waiting", size_of::<effects::Waiting>()),
        ("lasting", size_of::<effects::Lasting<Ends>>()),
        ("entry", size_of::<buddyfight::figures::Entry>()),
        ("picks", size_of::<effects::Picks>()),
    ];
    eprintln!("{sizes:?}");
    // The index of givers, what is set up for later and where cards were when something happened to them are in the state.
    assert!(size_of::<State>() <= 6344);
}
