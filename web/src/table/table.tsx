// The table: both halves, what lies between them, and what is laid over them. It draws a board and tells which option
// was meant; who shows a match, a replay or a scene gives it both.
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { layoutOf } from '../games';
import { other, type Board, type Card, type Menu, type Seat } from '../protocol';
import { Arrows } from './arrows';
import { cardsOf, readMenu, World, type TableWorld } from './context';
import { RuleDialog, ZoneDialog } from './dialog';
import { useDrag } from './drag';
import { useGlide } from './glide';
import { Middle, Stage } from './middle';
import { useNumberKeys } from './menu';
import { usePictures } from './picture';
import { Preview, Sheet, type AskWhy } from './sheet';
import { Hand, MatView, SeatLine } from './side';

const REST = 350;
/** The same as in style/phone.css. */
const NARROW = '(max-width: 760px), (max-aspect-ratio: 4/5)';

export function useNarrow(): boolean {
  const [narrow, set] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const listen = (): void => set(query.matches);
    query.addEventListener('change', listen);
    return () => query.removeEventListener('change', listen);
  }, []);
  return narrow;
}

export interface TableProps {
  board: Board;
  near: Seat;
  you: Seat | null;
  menu: Menu | null;
  choose: ((index: number) => void) | null;
  askWhy?: AskWhy;
  names?: Partial<Record<Seat, string>>;
  clocks?: Partial<Record<Seat, string>>;
  /** What stands beside the table: the question, the options, the log. */
  children?: ComponentChildren;
  version: unknown;
  /** Cards that something just happened to. */
  touched?: string[];
}

export function Table({ board, near, you, menu, choose, askWhy, names, clocks, children, version, touched }: TableProps) {
  const layout = layoutOf(board.game);
  usePictures(board.game);
  const narrow = useNarrow();
  const root = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [zone, setZone] = useState<{ seat: Seat; name: string } | null>(null);
  const [rule, setRule] = useState<string | null>(null);
  const [lit, setLit] = useState<string[]>([]);
  const [hover, setHover] = useState<{ card: Card; anchor: Element } | null>(null);
  const timer = useRef(0);

  const select = useCallback((ref: string | null, at?: Element | null) => {
    setHover(null);
    clearTimeout(timer.current);
    setSelected(ref);
    if (at) setAnchor(at);
  }, []);
  const preview = useCallback((card: Card | null, at?: Element) => {
    clearTimeout(timer.current);
    if (!card?.name || !at) setHover(null);
    else timer.current = setTimeout(() => setHover({ card, anchor: at }), REST);
  }, []);
  const light = useCallback((refs: string[]) => setLit((before) => (before.length || refs.length ? refs : before)), []);
  const openRule = useCallback((id: string) => setRule(id), []);
  const openZone = useCallback((seat: Seat, name: string) => setZone({ seat, name }), []);

  const just = useMemo(() => new Set(touched), [version]);
  const read = useMemo(() => readMenu(layout, menu, board), [layout, menu, board]);
  const answer = useMemo(
    () =>
      choose &&
      ((index: number) => {
        setSelected(null);
        setZone(null);
        setLit([]);
        setHover(null);
        clearTimeout(timer.current);
        choose(index);
      }),
    [choose],
  );
  const world: TableWorld = useMemo(
    () => ({ layout, board, near, you, menu, ...read, selected, select, choose: answer, openZone, lit, light, preview, openRule, touched: just }),
    [layout, board, near, you, menu, read, selected, answer, lit, just],
  );
  const held = useRef(world);
  held.current = world;

  // What was selected may be gone when the board changes.
  useEffect(() => {
    setHover(null);
    if (selected && !selected.startsWith('figure:') && !cardsOf(board).has(selected)) setSelected(null);
  }, [board]);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !selected) return;
      setSelected(null);
      (anchor as HTMLElement | null)?.focus?.({ preventScroll: true });
    };
    const outside = (event: PointerEvent): void => {
      const target = event.target as Element;
      if (selected && !target.closest('.sheet, [data-ref], dialog, .drop-here, .attack-here')) setSelected(null);
    };
    window.addEventListener('keydown', press);
    window.addEventListener('pointerdown', outside);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('pointerdown', outside);
    };
  }, [selected, anchor]);

  useNumberKeys(answer !== null);
  useGlide(root, version);
  useDrag(root, held);

  const far = other(near);
  // Resting on a card must not draw a hundred others anew.
  const laid = useMemo(
    () => (
      <div class="table">
        <div class="half far">
          <div class="seat-row">
            <SeatLine seat={far} name={names?.[far]} clock={clocks?.[far]} />
            <Hand seat={far} far />
          </div>
          <MatView seat={far} far narrow={narrow} />
        </div>
        <Middle />
        <div class="half near">
          <MatView seat={near} far={false} narrow={narrow} />
          <SeatLine seat={near} name={names?.[near]} clock={clocks?.[near]} />
          <Hand seat={near} far={false} />
        </div>
        <Stage />
        <Arrows />
      </div>
    ),
    [world, narrow, names, clocks],
  );
  return (
    <World.Provider value={world}>
      <div ref={root} class={`table-page ${layout.game}${selected ? ' choosing' : ''}`}>
        <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('.option-list .offer, .panel button')?.focus()}>
          To the options
        </button>
        {laid}
        <aside class="beside">{children}</aside>
        {selected && !zone && <Sheet anchor={anchor} askWhy={askWhy} />}
        {hover && !selected && !zone && <Preview card={hover.card} anchor={hover.anchor} />}
        {zone && (
          <ZoneDialog
            seat={zone.seat}
            name={zone.name}
            close={() => {
              setZone(null);
              setSelected(null);
            }}
          />
        )}
        {zone && selected && <SheetDialog askWhy={askWhy} close={() => setSelected(null)} />}
        {rule && <RuleDialog game={board.game} id={rule} close={() => setRule(null)} />}
      </div>
    </World.Provider>
  );
}

/** A card chosen inside a zone's dialog: its sheet must lie over the dialog, so it is one itself. */
function SheetDialog({ askWhy, close }: { askWhy?: AskWhy; close: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog ref={ref} class="bare" aria-label="Card" onClose={close} onClick={(event) => event.target === ref.current && ref.current?.close()}>
      <Sheet anchor={null} askWhy={askWhy} />
    </dialog>
  );
}
