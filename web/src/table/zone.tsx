// One zone of one seat, and one figure that has a place on the mat.
import type { ComponentChildren } from 'preact';
import { isTurned, type FigureLook, type Layout, type ZoneLook } from '../games/layout';
import type { Card, Seat, Zone } from '../protocol';
import { CardView } from './card';
import { clicked, useWorld } from './context';
import { longest, plural, splitName, whose } from './words';

const UNKNOWN: ZoneLook = { title: '', kind: 'field', hides: true };

export const lookOf = (zones: Record<string, ZoneLook>, name: string): ZoneLook => zones[name] ?? { ...UNKNOWN, title: name };

/** A zone glows when a card in it can do something that is not seen, or when an option leads there by its verb alone. */
function useGlow(seat: Seat, name: string, zone: Zone): { can: boolean; goal: boolean; hit: ReturnType<typeof clicked> } {
  const world = useWorld();
  const key = `zone:${name}`;
  const own = seat === (world.menu?.seat ?? world.near);
  const inside = (zone.cards ?? []).some((card) => world.about.has(card.ref));
  const bare = own ? (world.about.get(key) ?? []).filter((offer) => !offer.way.from) : [];
  const goal = own && world.selected !== null && (world.from.get(world.selected) ?? []).some((offer) => offer.way.to.includes(key));
  return { can: !!world.choose && (inside || bare.length > 0), goal, hit: own && world.choose ? clicked(world, key) : null };
}

/** `1 core`, `2 cores`. */
const counted = (count: number, word: string): string => (count === 1 ? word.replace(/s$/, '') : word);

function Titled({ seat, name, look, count, class: classes, lines: many = 1, span: wide = 1, children }: {
  seat: Seat; name: string; look: ZoneLook; count?: number; class: string; lines?: number; span?: number; children: ComponentChildren;
}) {
  const world = useWorld();
  const figures = world.board.seats[seat].figures;
  const told = (look.figures ?? []).filter((figure) => figures[figure] !== undefined);
  return (
    <section class={`zone ${classes}`} data-zone={name} data-seat={seat} style={{ '--lines': many, '--n': wide }} aria-label={`${whose(seat, world.you)} ${look.title}`}>
      <h3 class="zone-title">
        <span>{look.title}</span>
        {count !== undefined && <b>{count}</b>}
      </h3>
      {children}
      {told.length > 0 && (
        <p class="zone-figures">
          {told.map((figure) => (
            <span key={figure} data-told={figure}>
              <b>{figures[figure]}</b> {counted(figures[figure]!, world.layout.figures[figure]?.title ?? figure)}
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

function lines(look: ZoneLook, cards: Card[]): Card[][] {
  if (!look.lines) return [cards];
  const back = look.lines.slice(1);
  const lineOf = (card: Card): number => back.findIndex((kinds) => kinds.includes(card.kind ?? '')) + 1;
  return [0, ...back.map((_, at) => at + 1)].map((line) => cards.filter((card) => lineOf(card) === line));
}

/** How many upright cards wide a line is; a card on its side takes more. */
const span = (layout: Layout, row: Card[]): number => Math.max(1, row.reduce((wide, card) => wide + (isTurned(layout, card) ? 1.42 : 1), 0));

function Field({ seat, name, zone, look }: { seat: Seat; name: string; zone: Zone; look: ZoneLook }) {
  const world = useWorld();
  const { layout } = world;
  const glow = useGlow(seat, name, zone);
  const rows = lines(look, zone.cards ?? []).filter((row, at) => row.length || at === 0);
  const small = look.kind === 'row';
  const enter = glow.hit && glow.goal ? () => world.choose!(glow.hit!.index) : undefined;
  return (
    <Titled seat={seat} name={name} look={look} count={small || zone.count > 4 ? zone.count : undefined} class={`${look.kind}${glow.goal ? ' goal' : ''}${rows.length > 1 ? ' lined' : ''}`} lines={rows.length} span={Math.max(...rows.map((row) => span(layout, row)))}>
      {rows.map((row, at) => (
        <div key={at} class="cards" style={{ '--n': span(layout, row) }}>
          {row.map((card) => (
            <CardView key={card.ref} card={card} size={small ? 'small' : 'full'} />
          ))}
        </div>
      ))}
      {enter && (
        <button type="button" class="drop-here" onClick={enter}>
          {glow.hit!.option.label}
        </button>
      )}
    </Titled>
  );
}

function Pile({ seat, name, zone, look }: { seat: Seat; name: string; zone: Zone; look: ZoneLook }) {
  const world = useWorld();
  const glow = useGlow(seat, name, zone);
  const top = (zone.cards ?? []).find((card) => card.at === undefined || card.at === 0);
  const shows = top?.name !== undefined && zone.count > 0;
  const press = (): void => {
    if (glow.hit) world.choose!(glow.hit.index);
    else world.openZone(seat, name);
  };
  const classes = ['pile-stack', glow.can ? 'can' : '', glow.goal ? 'goal' : '', zone.count === 0 ? 'empty' : '', shows ? `tone-${top!.colors?.[0] ?? 'plain'}` : ''].join(' ');
  const depth = zone.count === 0 ? 0 : zone.count < 6 ? 1 : zone.count < 20 ? 2 : 3;
  return (
    <Titled seat={seat} name={name} look={look} class={`pile${glow.goal ? ' goal' : ''}`}>
      <button
        type="button"
        class={classes}
        data-depth={depth}
        data-ref={shows ? top!.ref : undefined}
        onClick={press}
      >
        <span class="sr">
          {whose(seat, world.you)} {look.title}: {plural(zone.count, 'card')}
          {glow.can && '; something can be done here'}
        </span>
        {shows && <span class={`pile-name${longest(top!.name!) > 7 ? ' long' : ''}`} aria-hidden="true">{splitName(top!.name!)[0]}</span>}
        <b class="pile-count" aria-hidden="true">{zone.count}</b>
      </button>
    </Titled>
  );
}

export function ZoneView({ seat, name }: { seat: Seat; name: string }) {
  const { board, layout } = useWorld();
  const zone = board.seats[seat].zones[name];
  const look = lookOf(layout.zones, name);
  if (!zone || (look.hides && zone.count === 0)) return null;
  return look.kind === 'pile' ? <Pile seat={seat} name={name} zone={zone} look={look} /> : <Field seat={seat} name={name} zone={zone} look={look} />;
}

const MOST_STONES = 14;

/** A figure as the players lay it out: life and cores as stones. */
export function FigureView({ seat, name, look }: { seat: Seat; name: string; look: FigureLook }) {
  const world = useWorld();
  const figures = world.board.seats[seat].figures;
  const count = figures[name] ?? 0;
  const soul = look.soul ? (figures[look.soul] ?? 0) : 0;
  const key = `figure:${name}`;
  const own = seat === (world.menu?.seat ?? world.near);
  const can = own && !!world.choose && world.from.has(key);
  const goal = own && world.selected !== null && (world.from.get(world.selected) ?? []).some((offer) => offer.way.to.includes(key));
  const stones = Math.min(MOST_STONES, Math.max(0, count));
  const body = (
    <>
      <b class="figure-count" aria-hidden={can || goal}>{count}</b>
      <span class={`stones ${look.stones ?? ''}`} aria-hidden="true">
        {Array.from({ length: stones }, (_, at) => (
          <i key={at} class={at < soul ? 'stone soul' : 'stone'} />
        ))}
      </span>
    </>
  );
  const label = `${whose(seat, world.you)} ${look.title}: ${count}${soul ? ', with the soul core' : ''}`;
  const press = (event: Event): void => {
    const hit = clicked(world, key);
    if (hit && world.choose) world.choose(hit.index);
    else world.select(world.selected === key ? null : key, event.currentTarget as Element);
  };
  return (
    <section class={`zone figure-zone${goal ? ' goal' : ''}`} data-figure={name} data-seat={seat} aria-label={label}>
      <h3 class="zone-title">
        <span>{look.title}</span>
      </h3>
      {can || goal ? (
        <button type="button" class={`figure-body${can ? ' can' : ''}`} data-ref={own ? key : undefined} onClick={press}>
          <span class="sr">{`${label}; ${plural(world.from.get(key)?.length ?? 0, 'option')}`}</span>
          {body}
        </button>
      ) : (
        <div class="figure-body">{body}</div>
      )}
    </section>
  );
}
