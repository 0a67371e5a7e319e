//! All matches of a server: those in memory, how they get there and how they leave it, and who lets bots think.

use crate::clock::Clock;
use crate::entry::Entry;
use crate::failed::Failed;
use crate::limits::Limits;
use crate::metrics::{Metrics, Now};
use crate::storage::{Added, Addition, Ages, Made, Size, Storage, Stored, now};
use crate::table::{Answered, Play, Table, Wish};
use crate::token::is_id;
use axum::http::StatusCode;
use kernel::{Eyes, Seat};
use shobu::{AnyMatch, Library};
use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{OnceCell, Semaphore, broadcast};

/// How long an answer by HTTP waits for the bots before it is told where the match stands.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// How long a new match waits for a bot that begins.
pub const PATIENCE_AT_FIRST: Duration = Duration::from_secs(3);
/// Clocks are looked at this often.
const TICK: Duration = Duration::from_millis(100);
/// How long it takes until a lease that another process has is asked for again.
const AGAIN: Duration = Duration::from_secs(2);
/// A match that is over leaves the memory sooner, and so does every one where there are too many.
const IDLE_WHEN_OVER: Duration = Duration::from_secs(30);
const IDLE_IN_A_CROWD: Duration = Duration::from_secs(10);
/// How often a match is looked for anew when another process was quicker.
const TRIES: usize = 4;

/// A match that is in memory, or on its way there.
type Place = Arc<OnceCell<Arc<Table>>>;

/// All matches.
pub struct Hall {
    pub storage: Arc<dyn Storage>,
    pub library: Arc<Library>,
    pub limits: Limits,
    pub metrics: Arc<Metrics>,
    tables: Mutex<HashMap<String, Place>>,
    /// One permit for every core: bots think on threads of their own.
    thinkers: Arc<Semaphore>,
    /// As many: after a restart everybody comes at once, and matches are built again one after the other, first come first
    /// served, so that each is there soon and not all of them late.
    builders: Arc<Semaphore>,
    size: Mutex<Size>,
}

/// A message, and what it tells of.
pub struct Told {
    pub version: u64,
    pub revision: u64,
    pub text: String,
}

/// What came of a wish.
pub enum Outcome {
    /// It is done and on disk, or was before.
    Done,
    /// It was meant for a version that has passed.
    Stale,
}

impl Hall {
    pub fn new(
        storage: Arc<dyn Storage>,
        library: Arc<Library>,
        limits: Limits,
        metrics: Arc<Metrics>,
    ) -> Arc<Self> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Arc::new(Hall {
            storage,
            library,
            limits,
            metrics,
            tables: Mutex::default(),
            thinkers: Arc::new(Semaphore::new(cores)),
            builders: Arc::new(Semaphore::new(cores)),
            size: Mutex::default(),
        })
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, HashMap<String, Place>> {
        // The map is whole whoever panicked beside it.
        self.tables.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Whether there is room for one match more.
    pub fn room(&self) -> Result<(), Failed> {
        let size = *self.size.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let full = |text: &str| Err(Failed::new(StatusCode::SERVICE_UNAVAILABLE, "full", text));
        if size.open >= self.limits.open_matches {
            return full("this server has as many matches as it may keep; try again another day");
        }
        if size.bytes >= self.limits.bytes {
            return full("this server's storage is full; try again another day");
        }
        Ok(())
    }

    /// Keeps a match that begins, and takes it in.
    pub async fn take_in(self: &Arc<Self>, made: Made, game: AnyMatch) -> Result<(), Failed> {
        self.storage.create(made.clone()).await.inspect_err(|_| self.trouble())?;
        self.metrics.matches_made.fetch_add(1, Relaxed);
        if let Ok(mut size) = self.size.lock() {
            size.matches += 1;
            size.open += 1;
        }
        let play = Play::begin(&made.id, game, made.pace.map(Clock::new));
        let table = Arc::new(Table::new(&made, play));
        let place = Arc::new(OnceCell::new_with(Some(table.clone())));
        self.tables().insert(made.id, place);
        self.let_bots_think(&table).await;
        Ok(())
    }

    /// The table of a match; built from what is kept where it is not in memory.
    pub async fn open(self: &Arc<Self>, id: &str) -> Result<Arc<Table>, Failed> {
        if !is_id(id) {
            return Err(Failed::no_match());
        }
        let place = self.tables().entry(id.to_string()).or_default().clone();
        let table = place.get_or_try_init(|| self.load(id)).await.cloned();
        match table {
            Ok(table) => {
                table.touch();
                Ok(table)
            }
            Err(failed) => {
                let mut tables = self.tables();
                if tables.get(id).is_some_and(|place| !place.initialized()) {
                    tables.remove(id);
                }
                Err(failed)
            }
        }
    }

    async fn load(self: &Arc<Self>, id: &str) -> Result<Arc<Table>, Failed> {
        let stored = self.storage.load(id).await.inspect_err(|_| self.trouble())?;
        let stored: Stored = stored.ok_or_else(Failed::no_match)?;
        let library = self.library.clone();
        let permit = self.builders.clone().acquire_owned().await.map_err(|_| broken())?;
        let built = tokio::task::spawn_blocking(move || {
            let built = Play::rebuild(&library, &stored).map(|play| Table::new(&stored.made, play));
            drop(permit);
            built
        });
        let table = built.await.map_err(|_| broken())??;
        let table = Arc::new(table);
        table.run_clock(&mut *table.play.lock().await);
        self.let_bots_think(&table).await;
        Ok(table)
    }

    /// Lets go of a table that is no longer what is kept.
    fn forget(&self, table: &Arc<Table>) {
        let mut tables = self.tables();
        let same = |place: &Place| place.get().is_some_and(|other| Arc::ptr_eq(other, table));
        if tables.get(&table.id).is_some_and(same) {
            tables.remove(&table.id);
        }
    }

    fn trouble(&self) {
        self.metrics.storage_trouble.fetch_add(1, Relaxed);
    }

    /// Does what a seat wishes; resolved when it is on disk. It is carried out even if whoever wished it goes away.
    pub async fn act(self: &Arc<Self>, id: &str, seat: Seat, wish: Wish) -> Result<Outcome, Failed> {
        let (hall, id) = (self.clone(), id.to_string());
        tokio::spawn(async move { hall.act_at(&id, seat, wish).await }).await.map_err(|_| broken())?
    }

    async fn act_at(self: &Arc<Self>, id: &str, seat: Seat, wish: Wish) -> Result<Outcome, Failed> {
        for _ in 0..TRIES {
            let table = self.open(id).await?;
            let began = Instant::now();
            let mut play = table.play.lock().await;
            if play.given_up {
                drop(play);
                self.forget(&table);
                continue;
            }
            let entry = match self.apply(&mut play, seat, wish)? {
                // Whoever asks knows more: another process has taken an answer that was not heard of here yet.
                Answered::Stale
                    if wish.version() > Some(play.version()) && self.storage.changes().is_some() =>
                {
                    self.catch_up(&table, &mut play).await?;
                    continue;
                }
                Answered::Stale => {
                    self.metrics.stale.fetch_add(1, Relaxed);
                    return Ok(Outcome::Stale);
                }
                Answered::Already => {
                    self.metrics.twice.fetch_add(1, Relaxed);
                    return Ok(Outcome::Done);
                }
                Answered::Done(entry) => entry,
            };
            if self.write(&table, &mut play, entry).await? == Added::Behind {
                continue;
            }
            drop(play);
            self.metrics.answers.note(began.elapsed());
            self.let_bots_think(&table).await;
            return Ok(Outcome::Done);
        }
        Err(Failed::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "this match changes hands; try again"))
    }

    fn apply(&self, play: &mut Play, seat: Seat, wish: Wish) -> Result<Answered, Failed> {
        match wish {
            // Finding out whether anybody learnt anything takes a while.
            Wish::Undo { .. } => tokio::task::block_in_place(|| play.act(seat, wish, self.limits.entries)),
            _ => play.act(seat, wish, self.limits.entries),
        }
    }

    /// Writes what was done; then it is told. On anything but success the table is given up.
    async fn write(&self, table: &Arc<Table>, play: &mut Play, entry: Entry) -> Result<Added, Failed> {
        let addition = Addition {
            id: table.id.clone(),
            length: play.entries.len() as u64,
            entries: vec![entry],
            hash: play.session.game.hash(),
            over: play.is_over(),
        };
        let over = addition.over;
        match self.storage.add(addition).await {
            Ok(Added::Done) => {
                play.note(entry);
                table.run_clock(play);
                table.over.store(over, Relaxed);
                if over && let Ok(mut size) = self.size.lock() {
                    size.open = size.open.saturating_sub(1);
                }
                table.wake(play);
                Ok(Added::Done)
            }
            result => {
                self.give_up(table, play);
                result.inspect_err(|_| self.trouble()).map_err(Failed::from)
            }
        }
    }

    /// Looks at a match as it is kept now, whoever added to it.
    pub async fn look<T>(
        self: &Arc<Self>,
        id: &str,
        look: impl FnOnce(&Arc<Table>, &mut Play) -> T,
    ) -> Result<T, Failed> {
        for _ in 0..TRIES {
            let table = self.open(id).await?;
            let mut play = table.play.lock().await;
            let length = self.storage.length(id).await.inspect_err(|_| self.trouble())?;
            if length.is_some_and(|length| length != play.entries.len() as u64) {
                self.catch_up(&table, &mut play).await?;
            }
            if !play.given_up {
                return Ok(look(&table, &mut play));
            }
            self.forget(&table);
        }
        Err(broken())
    }

    /// The message for somebody, with what happened behind a version.
    pub async fn told(self: &Arc<Self>, id: &str, eyes: Eyes, from: u64) -> Result<Told, Failed> {
        let tell = |table: &Arc<Table>, play: &mut Play| {
            if let Some(seat) = eyes.seat() {
                table.greet(play, seat);
            }
            Told { version: play.version(), revision: play.revision, text: play.told(eyes, from) }
        };
        self.look(id, tell).await
    }

    /// Waits until no bot is asked any more, or until that takes too long.
    pub async fn settled(self: &Arc<Self>, id: &str, patience: Duration) -> Result<(), Failed> {
        let waiting = async {
            loop {
                let table = self.open(id).await?;
                let mut changed = table.changed.subscribe();
                {
                    let play = table.play.lock().await;
                    if !play.given_up && !table.waits_for_bot(&play) {
                        return Ok(());
                    }
                }
                if changed.changed().await.is_err() {
                    return Ok(());
                }
            }
        };
        tokio::time::timeout(patience, waiting).await.unwrap_or(Ok(()))
    }

    // ---- other processes ------------------------------------------------------------------------------------------

    /// Follows what other processes add to matches that are in memory here. Never ends where there can be others.
    pub async fn follow(self: Arc<Self>) {
        let Some(mut changes) = self.storage.changes() else { return };
        loop {
            let id = match changes.recv().await {
                Ok(id) => id,
                // Too much happened to be told of it all.
                Err(broadcast::error::RecvError::Lagged(_)) => String::new(),
                Err(broadcast::error::RecvError::Closed) => return,
            };
            let meant = |(name, place): (&String, &Place)| {
                (id.is_empty() || *name == id).then(|| place.get().cloned()).flatten()
            };
            let tables: Vec<Arc<Table>> = self.tables().iter().filter_map(meant).collect();
            for table in tables {
                let mut play = table.play.lock().await;
                if !play.given_up && self.catch_up(&table, &mut play).await.is_err() {
                    self.give_up(&table, &mut play);
                }
                drop(play);
                self.let_bots_think(&table).await;
            }
        }
    }

    /// Brings a table to where the match stands that is kept.
    async fn catch_up(&self, table: &Arc<Table>, play: &mut Play) -> Result<(), Failed> {
        let stored = self.storage.load(&table.id).await.inspect_err(|_| self.trouble())?;
        let stored = stored.ok_or_else(Failed::no_match)?;
        if stored.entries == play.entries && stored.rematch == play.rematch {
            return Ok(());
        }
        if tokio::task::block_in_place(|| play.follow(&stored)) {
            table.run_clock(play);
            table.wake(play);
        } else {
            self.give_up(table, play);
        }
        Ok(())
    }

    /// Lets go of a table that is not what is kept: it is built anew when somebody asks for it.
    fn give_up(&self, table: &Arc<Table>, play: &mut Play) {
        play.given_up = true;
        self.forget(table);
        // Whoever watches looks for the table that takes its place.
        table.changed.send_modify(|_| ());
    }

    // ---- bots -----------------------------------------------------------------------------------------------------

    /// Has the bots of a match think if one of them is asked.
    async fn let_bots_think(self: &Arc<Self>, table: &Arc<Table>) {
        {
            let play = table.play.lock().await;
            if play.given_up || !table.waits_for_bot(&play) || table.thinking.swap(true, Relaxed) {
                return;
            }
        }
        let (hall, table) = (self.clone(), table.clone());
        tokio::spawn(async move {
            if let Err(failed) = hall.think(&table).await {
                eprintln!("serve: the bot of {} stops: {}", table.id, failed.text);
                table.thinking.store(false, Relaxed);
            }
        });
    }

    /// Bots answer until a person is asked. A bot thinks over a copy, so that nobody waits for it.
    async fn think(self: &Arc<Self>, table: &Arc<Table>) -> Result<(), Failed> {
        let mut copy: Option<(u64, AnyMatch)> = None;
        loop {
            let began = Instant::now();
            let (version, seat, mut game) = {
                let play = table.play.lock().await;
                let seat = play.session.game.seat().filter(|seat| !table.is_person(*seat));
                let Some(seat) = seat.filter(|_| !play.given_up) else {
                    table.thinking.store(false, Relaxed);
                    return Ok(());
                };
                let game = match copy.take() {
                    Some((version, game)) if version == play.version() => game,
                    _ => play.session.game.copy()?,
                };
                (play.version(), seat, game)
            };
            if !self.storage.lease(&table.id).await? {
                // Another process lets them think, unless it has gone away: its lease runs out then.
                tokio::time::sleep(AGAIN).await;
                continue;
            }
            let permit = self.thinkers.clone().acquire_owned().await.map_err(|_| broken())?;
            let thought = tokio::task::spawn_blocking(move || {
                let choice = game.bot_choice();
                drop(permit);
                (choice, game)
            });
            let (choice, mut game) = thought.await.map_err(|_| broken())?;
            let wish = match choice {
                Some(option) => Wish::Answer { option, version },
                // A bot that cannot go on gives the match up.
                None => Wish::Concede,
            };
            let mut play = table.play.lock().await;
            if play.given_up || play.version() != version {
                continue;
            }
            let done = match play.act(seat, wish, self.limits.entries) {
                // A bot that answers wrongly takes the first option, which is always there.
                Err(failed) if failed.code == "option" => {
                    play.act(seat, Wish::Answer { option: 0, version }, self.limits.entries)
                }
                done => done,
            };
            let entry = match done {
                Ok(Answered::Done(entry)) => entry,
                Ok(_) => continue,
                // It may take no more answers: it gives the match up.
                Err(_) => match play.act(seat, Wish::Concede, self.limits.entries)? {
                    Answered::Done(entry) => entry,
                    _ => continue,
                },
            };
            self.write(table, &mut play, entry).await?;
            self.metrics.bots.note(began.elapsed());
            if let crate::entry::Deed::Answer(option) = entry.deed
                && game.answer(usize::from(option)).is_ok()
            {
                copy = Some((play.version(), game));
            }
        }
    }

    // ---- housekeeping ---------------------------------------------------------------------------------------------

    /// Looks after clocks, lets idle matches go from memory, forgets old ones. Never ends.
    pub async fn keep_house(self: Arc<Self>) {
        let mut tick = tokio::time::interval(TICK);
        let mut ticks: u64 = 0;
        loop {
            tick.tick().await;
            self.look_at_clocks().await;
            if ticks.is_multiple_of(100) {
                self.let_idle_go();
                match self.storage.size().await {
                    Ok(size) => *self.size.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = size,
                    Err(trouble) => eprintln!("serve: {trouble}"),
                }
            }
            if ticks.is_multiple_of(36_000) {
                self.expire().await;
            }
            ticks += 1;
        }
    }

    async fn look_at_clocks(self: &Arc<Self>) {
        let ticking: Vec<Arc<Table>> = self
            .tables()
            .values()
            .filter_map(|place| place.get())
            .filter(|table| table.ticking.load(Relaxed))
            .cloned()
            .collect();
        for table in ticking {
            let Ok(play) = table.play.try_lock() else { continue };
            let fallen = play.clock.as_ref().and_then(Clock::fallen);
            drop(play);
            if let Some(seat) = fallen
                && let Err(failed) = self.act(&table.id, seat, Wish::Flag).await
                && failed.code != "over"
            {
                eprintln!("serve: the clock of {}: {}", table.id, failed.text);
            }
        }
    }

    fn let_idle_go(&self) {
        let mut tables = self.tables();
        let crowded = tables.len() > self.limits.live_matches;
        let seconds = |time: Duration| i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
        let idle = seconds(self.limits.idle).min(if crowded { seconds(IDLE_IN_A_CROWD) } else { i64::MAX });
        let since = |table: &Table| match table.over.load(Relaxed) {
            true => now() - idle.min(seconds(IDLE_WHEN_OVER)),
            false => now() - idle,
        };
        tables.retain(|_, place| match place.get() {
            None => true,
            Some(table) => {
                table.watchers.load(Relaxed) > 0
                    || table.thinking.load(Relaxed)
                    || table.ticking.load(Relaxed)
                    || table.touched.load(Relaxed) > since(table)
                    // Somebody is about to do something at it.
                    || Arc::strong_count(table) > 1
            }
        });
    }

    async fn expire(&self) {
        const DAY: u64 = 24 * 3600;
        let ages = Ages { open: self.limits.open_days * DAY, over: self.limits.over_days * DAY };
        match self.storage.expire(ages).await {
            Ok(0) => {}
            Ok(gone) => eprintln!("serve: {gone} matches that nobody touched for long are forgotten"),
            Err(trouble) => eprintln!("serve: {trouble}"),
        }
    }

    pub fn now(&self) -> Now {
        let size = *self.size.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let live = self.tables().len() as u64;
        Now { live, stored: size.matches, open: size.open, bytes: size.bytes }
    }
}

/// A bug of ours, told as one.
fn broken() -> Failed {
    Failed::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the server made a mistake; nothing was taken")
}
