// One card as it lies: a drawn frame with its cost, its figures now, its keywords, what lies on it and under it.
import { settings } from '../settings';
import { isTurned, type Layout } from '../games/layout';
import type { Card, Figure } from '../protocol';
import { clicked, useWorld } from './context';
import { Art, usePicture } from './picture';
import { describe, kindWord, longest, splitName } from './words';

/** `full` on a field and in a hand, `small` where only its name and colour matter. */
export type CardSize = 'full' | 'small' | 'large';

export const tone = (card: Card): string => card.colors?.[0] ?? kindTone(card.kind);

/** Games without colours are told apart by the kind of card. */
function kindTone(kind: string | undefined): string {
  switch (kind) {
    case 'monster':
      return 'red';
    case 'spell':
      return 'blue';
    case 'item':
      return 'green';
    case 'impact':
    case 'impact-monster':
      return 'purple';
    default:
      return 'plain';
  }
}

const changed = (figure: Figure): string =>
  figure.printed === undefined ? '' : figure.now > figure.printed ? ' up' : figure.now < figure.printed ? ' down' : '';

function Corner({ layout, card }: { layout: Layout; card: Card }) {
  const { corner, badge, badgeMark } = layout.face;
  const first = corner ? card.figures?.[corner] : undefined;
  const second = badge ? card.figures?.[badge] : undefined;
  return (
    <>
      {first && <span class={`corner${changed(first)}`}>{first.now}</span>}
      {second && (
        <span class={`badge${changed(second)}`}>
          {badgeMark}
          {second.now}
        </span>
      )}
    </>
  );
}

function Foot({ layout, card }: { layout: Layout; card: Card }) {
  const shown = layout.face.foot.flatMap((name) => {
    const figure = card.figures?.[name];
    return figure ? [{ name, figure }] : [];
  });
  if (!shown.length) return <span class="foot kind">{kindWord(layout, card.kind)}</span>;
  return (
    <span class={shown.length > 1 ? 'foot two' : 'foot'}>
      {shown.map(({ name, figure }, at) => (
        <span key={name} class={`figure${changed(figure)}`}>
          {at > 0 && <i>/</i>}
          {figure.now}
        </span>
      ))}
    </span>
  );
}

/** Cores, souls and markers: stones as long as they can be counted at a glance, then a number. */
function Counters({ card }: { card: Card }) {
  const { cores, 'soul core': soul, ...rest } = card.counters ?? {};
  const plain = (cores ?? 0) - (soul ?? 0);
  if (cores === undefined && !Object.keys(rest).length) return null;
  return (
    <span class="counters">
      {!!soul && <i class="stone soul" title="soul core" />}
      {cores !== undefined && plain <= 5 && Array.from({ length: Math.max(0, plain) }, (_, n) => <i key={n} class="stone" />)}
      {cores !== undefined && plain > 5 && (
        <>
          <i class="stone" />
          <b>×{plain}</b>
        </>
      )}
      {Object.entries(rest).map(([name, count]) => (
        <b key={name} class="counter">
          {count} {name}
        </b>
      ))}
    </span>
  );
}

const SILENT = new Set(['suspended', 'rest', 'rested', 'exhausted']);

export function Frame({ layout, card, size }: { layout: Layout; card: Card; size: CardSize }) {
  const whole = usePicture(layout.game, size === 'large' ? card.id : undefined);
  if (!card.name) return <span class="back" />;
  if (whole) return <img class="whole" src={whole} alt="" draggable={false} />;
  const [name, twin] = splitName(card.name);
  const states = (card.states ?? []).filter((state) => !SILENT.has(state));
  // Having a keyword twice is having it.
  const keywords = [...new Set(card.keywords)];
  return (
    <span class="face">
      <span class="head">
        <Corner layout={layout} card={card} />
      </span>
      <span class={`name${longest(name) > 9 ? ' long' : ''}`}>
        {name}
        {twin && <small class="twin">{twin}</small>}
      </span>
      {size !== 'small' && <Art game={layout.game} id={card.id} name={name} />}
      {size !== 'small' && keywords.length > 0 && (
        <span class="keywords">
          {keywords.slice(0, 3).map((word) => (
            <span key={word} class={card.given?.includes(word) ? 'word given' : 'word'}>
              {word}
            </span>
          ))}
          {keywords.length > 3 && <span class="word">+{keywords.length - 3}</span>}
        </span>
      )}
      {states.length > 0 && <span class="states">{states.join(' · ')}</span>}
      <Counters card={card} />
      <Foot layout={layout} card={card} />
    </span>
  );
}

export function CardView({ card, size = 'full', still }: { card: Card; size?: CardSize; still?: boolean }) {
  const world = useWorld();
  const { layout } = world;
  const starts = world.from.get(card.ref) ?? [];
  const about = world.about.get(card.ref) ?? [];
  const under = card.under ?? [];
  const within = under.some((lower) => world.about.has(lower.ref));
  // What a counter tells already ("1 soul") needs no badge over it.
  const counted = Object.entries(card.counters ?? {}).some(([name, count]) => !name.includes('core') && count === under.length);
  const target = world.selected !== null && world.selected !== card.ref && (world.from.get(world.selected) ?? []).some((offer) => offer.way.to.includes(card.ref));
  const attack = world.board.attack;
  const classes = [
    'card', size, `tone-${tone(card)}`,
    (card.colors?.length ?? 0) > 1 ? `tone2-${card.colors?.[1]}` : '',
    isTurned(layout, card) && !still ? 'turned' : '',
    world.choose && (starts.length || about.length || within) ? 'can' : '',
    target ? 'target' : '',
    world.selected === card.ref ? 'selected' : '',
    world.lit.includes(card.ref) ? 'lit' : '',
    world.menu?.reason.card === card.ref ? 'asks' : '',
    world.touched.has(card.ref) ? 'touched' : '',
    attack?.attackers.includes(card.ref) ? 'attacking' : '',
    attack?.targets.includes(card.ref) ? 'attacked' : '',
    card.name ? '' : 'hidden',
  ].filter(Boolean).join(' ');
  const doing = starts.length ? `. ${starts.length === 1 ? starts[0]!.option.label : `${starts.length} options`}` : '';
  const press = (event: Event): void => {
    const answer = settings.get().quick ? clicked(world, card.ref) : null;
    if (answer && world.choose) world.choose(answer.index);
    else world.select(world.selected === card.ref ? null : card.ref, event.currentTarget as Element);
  };
  return (
    <span class={`slot${under.length ? ' stacked' : ''}`} style={{ '--under': Math.min(4, under.length) }}>
      {under.slice(0, 4).map((lower, depth) => (
        <span key={lower.ref} class={`sliver tone-${tone(lower)}${world.about.has(lower.ref) ? ' can' : ''}`} style={{ '--depth': depth + 1 }} title={lower.name ?? 'a face-down card'} />
      ))}
      <button
        type="button"
        class={classes}
        data-ref={card.ref}
        data-id={card.id}
        onClick={press}
        onPointerEnter={(event) => event.pointerType === 'mouse' && world.preview(card, event.currentTarget)}
        onPointerLeave={() => world.preview(null)}
      >
        <span class="sr">{describe(layout, card) + doing}</span>
        <span aria-hidden="true">
          <Frame layout={layout} card={card} size={size} />
          {under.length > 0 && !counted && <span class="more">+{under.length}</span>}
        </span>
      </button>
    </span>
  );
}
