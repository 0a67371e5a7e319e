// What lies between the players: the memory gauge, the attack in words, what waits, and the cards just carried out.
import type { Seat } from '../protocol';
import { other } from '../protocol';
import { CardView } from './card';
import { cardsOf, useWorld } from './context';
import { lookOf } from './zone';
import { inLatin, who, whose } from './words';

const ENDS = 10;

/** Digimon's gauge: ten on each side of nought, the near player's at the right. */
function Gauge({ memory }: { memory: number }) {
  const { near, you } = useWorld();
  const steps = Array.from({ length: 2 * ENDS + 1 }, (_, at) => at - ENDS);
  const shown = Math.max(-ENDS, Math.min(ENDS, memory));
  const text = memory === 0 ? 'Memory 0' : `Memory ${Math.abs(memory)} for ${who(memory > 0 ? near : other(near), you).toLowerCase()}`;
  return (
    <div class="gauge" role="img" aria-label={text}>
      {steps.map((step) => (
        <span key={step} class={`step${step === shown ? ' now' : ''}${step < 0 ? ' theirs' : step > 0 ? ' ours' : ' nought'}`}>
          {Math.abs(step)}
        </span>
      ))}
    </div>
  );
}

function AttackLine() {
  const { board, you } = useWorld();
  const attack = board.attack;
  if (!attack) return null;
  const cards = cardsOf(board);
  const names = (refs: string[]): string => refs.map((ref) => cards.get(ref)?.card.name ?? 'a card').join(' and ');
  const target = attack.targets.length ? names(attack.targets) : who(attack.against, you).toLowerCase();
  // What was attacked may have left by the end of the attack.
  const gone = attack.step === 'end' && !attack.targets.length;
  return (
    <p class="attack-line">
      <b>{names(attack.attackers)}</b> {gone ? 'has attacked' : <>attacks <b>{target}</b></>}
      {attack.totals && (
        <span class="totals">
          {attack.totals[0]} <i>against</i> {attack.totals[1]}
        </span>
      )}
      <small>{attack.step}</small>
    </p>
  );
}

function WaitingLine() {
  const world = useWorld();
  const { board, you } = world;
  if (!board.waiting.length) return null;
  const cards = cardsOf(board);
  return (
    <details class="waiting">
      <summary>{board.waiting.length === 1 ? '1 effect waits' : `${board.waiting.length} effects wait`}</summary>
      <ol>
        {board.waiting.map((wait, at) => (
          <li key={at} onPointerEnter={() => world.light(wait.card ? [wait.card] : [])} onPointerLeave={() => world.light([])}>
            <b>
              {whose(wait.seat, you)} {wait.card ? (cards.get(wait.card)?.card.name ?? 'card') : 'hidden card'}
            </b>{' '}
            {inLatin(wait.text)}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Cards that are being played, used or checked: in the middle, where everybody looks. */
export function Stage() {
  const { board, layout, you, near } = useWorld();
  const shown = ([near, other(near)] as Seat[]).flatMap((seat) =>
    Object.entries(board.seats[seat].zones)
      .filter(([name, zone]) => lookOf(layout.zones, name).kind === 'stage' && zone.count > 0)
      .map(([name, zone]) => ({ seat, name, zone, title: lookOf(layout.zones, name).title })),
  );
  if (!shown.length) return null;
  return (
    <div class="stage">
      {shown.map(({ seat, name, zone, title }) => (
        <section key={seat + name} aria-label={`${whose(seat, you)} ${title}`} data-zone={name} data-seat={seat}>
          <h3 class="zone-title">
            <span>{title}</span>
          </h3>
          <div class="cards" style={{ '--n': zone.count }}>
            {(zone.cards ?? []).map((card) => (
              <CardView key={card.ref} card={card} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

export function Middle() {
  const { board, layout, near } = useWorld();
  const gauge = layout.gauge ? board.seats[near].figures[layout.gauge] : undefined;
  return (
    <div class={`middle${board.attack ? ' fighting' : ''}`}>
      {gauge !== undefined && <Gauge memory={gauge} />}
      <AttackLine />
      <WaitingLine />
    </div>
  );
}
