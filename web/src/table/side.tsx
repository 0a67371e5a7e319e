// One player's half of the table: the line that names them and what is counted, their mat, and their hand.
import { useMemo } from 'preact/hooks';
import { area, type Layout, type Mat } from '../games/layout';
import type { Seat } from '../protocol';
import { CardView } from './card';
import { useWorld } from './context';
import { FigureView, lookOf, ZoneView } from './zone';
import { plural, who, whose } from './words';

/** The mat as the other player sees it: turned by half. */
function turnedMat(mat: Mat): Mat {
  const words = (text: string): string[] => text.match(/[a-z-]+\([^)]*\)|\S+/g) ?? [];
  return {
    columns: words(mat.columns).reverse().join(' '),
    rows: words(mat.rows).reverse().join(' '),
    areas: [...mat.areas].reverse().map((row) => [...row].reverse()),
  };
}

const template = (mat: Mat): string => mat.areas.map((row) => `"${row.map(area).join(' ')}"`).join(' ');

function Item({ seat, name, layout }: { seat: Seat; name: string; layout: Layout }) {
  const figure = layout.figures[name];
  if (figure && !layout.zones[name]) return <FigureView seat={seat} name={name} look={figure} />;
  return <ZoneView seat={seat} name={name} />;
}

export function MatView({ seat, far, narrow }: { seat: Seat; far: boolean; narrow: boolean }) {
  const { layout, board } = useWorld();
  const mat = useMemo(() => {
    const own = narrow ? layout.narrow : layout.wide;
    return far ? turnedMat(own) : own;
  }, [layout, far, narrow]);
  const names = [...new Set(mat.areas.flat())];
  const placed = new Set(names.flatMap((name) => layout.groups[name] ?? [name]));
  // A zone that the layout does not know is drawn all the same.
  const others = Object.keys(board.seats[seat].zones).filter((name) => !placed.has(name) && !['hand', 'stage'].includes(lookOf(layout.zones, name).kind));
  return (
    <div class={`mat ${layout.game}${far ? ' far' : ' near'}`} style={{ gridTemplateColumns: mat.columns, gridTemplateRows: mat.rows, gridTemplateAreas: template(mat) }}>
      {names.map((name) => (
        <div key={name} class={`area area-${area(name)}${layout.groups[name] ? ' group' : ''}`} style={{ gridArea: area(name) }}>
          {(layout.groups[name] ?? [name]).map((item) => (
            <Item key={item} seat={seat} name={item} layout={layout} />
          ))}
        </div>
      ))}
      {others.map((name) => (
        <ZoneView key={name} seat={seat} name={name} />
      ))}
    </div>
  );
}

/** Who sits here, whose turn it is, and what is counted beside cards. */
export function SeatLine({ seat, name, clock }: { seat: Seat; name?: string; clock?: string }) {
  const world = useWorld();
  const { board, layout, you } = world;
  const side = board.seats[seat];
  // A selected attacker may go for the player: that can be said here.
  const hits = seat !== (world.menu?.seat ?? world.near) && world.selected ? (world.from.get(world.selected) ?? []).filter((offer) => offer.way.to.includes('player')) : [];
  const turn = board.turn.seat === seat && board.turn.number > 0;
  const told = Object.entries(side.figures).filter(([figure]) => layout.figures[figure]?.line ?? !layout.figures[figure]);
  const against = board.attack && board.attack.against === seat && board.attack.targets.length === 0;
  return (
    <div class={`seat-line${turn ? ' turn' : ''}${against ? ' attacked' : ''}`} data-player={seat}>
      <b class="who">{name ?? who(seat, you)}</b>
      {turn && <span class="turn-mark">turn {board.turn.number} · {board.turn.phase}</span>}
      {told.map(([figure, value]) => (
        <span key={figure} class="chip" data-figure={figure}>
          {layout.figures[figure]?.title ?? figure} <b>{value}</b>
        </span>
      ))}
      <span class="chip">
        Hand <b>{side.zones.hand?.count ?? 0}</b>
      </span>
      {hits.length === 1 && world.choose && (
        <button type="button" class="small attack-here" onClick={() => world.choose!(hits[0]!.index)}>
          Attack
        </button>
      )}
      {clock && <span class="clock">{clock}</span>}
    </div>
  );
}

export function Hand({ seat, far }: { seat: Seat; far: boolean }) {
  const { board, you } = useWorld();
  const hand = board.seats[seat].zones.hand;
  if (!hand) return null;
  const known = hand.cards ?? [];
  const backs = Math.max(0, hand.count - known.length);
  if (far && !known.length)
    return (
      <div class="hand backs" aria-label={`${whose(seat, you)} hand: ${plural(hand.count, 'card')}`} role="img">
        {Array.from({ length: Math.min(12, backs) }, (_, at) => (
          <i key={at} class="mini-back" />
        ))}
      </div>
    );
  return (
    <section class={`hand${far ? ' far' : ''}`} data-zone="hand" data-seat={seat} aria-label={`${whose(seat, you)} hand`} style={{ '--n': Math.max(1, hand.count) }}>
      {known.map((card) => (
        <CardView key={card.ref} card={card} />
      ))}
      {Array.from({ length: Math.min(12, backs) }, (_, at) => (
        <i key={at} class={known.length ? 'mini-back' : 'hand-back'} />
      ))}
      {hand.count === 0 && <span class="nothing">no cards in hand</span>}
    </section>
  );
}
