// A card's page: what is printed on it, and how Shobu reads it.
import { useEffect, useState } from 'preact/hooks';
import { api, type Printed, Refused } from '../api';
import { layoutOf } from '../games';
import type { Layout } from '../games/layout';
import type { Game } from '../protocol';
import { Art, usePictures } from '../table/picture';
import { costs, levels, paragraphs, traits } from '../table/printed';
import { figureWord, inLatin, kindWord } from '../table/words';

/** The printed figures in the order of the card file. */
function figures(layout: Layout, row: Record<string, unknown>): { name: string; words: string }[] {
  return Object.entries(row)
    .filter(([name, value]) => typeof value === 'number' && name !== 'copies')
    .map(([name, value]) => ({ name: figureWord(layout, name.replace(/_/g, ' ')), words: String(value) }));
}

export function CardPage({ game, id }: { game: Game; id: string }) {
  const [card, setCard] = useState<Printed | string | null>(null);
  usePictures(game);
  useEffect(() => {
    setCard(null);
    api.card(game, id).then(setCard, (fault: Refused) => setCard(fault.message));
  }, [game, id]);
  if (card === null) return <main class="page"><p>…</p></main>;
  if (typeof card === 'string') return <main class="page"><h1>{id}</h1><p class="problem">{card}</p></main>;
  const colors = (card.row.colors as string[] | undefined) ?? [];
  const tone = colors[0] ?? 'plain';
  return (
    <main class={`page card-page tone-${tone}`}>
      <header>
        <span class="card-crest"><Art game={game} id={card.id} name={card.name} /></span>
        <div>
          <h1>{card.name}</h1>
          <p class="lead">{layoutOf(game).short} · {kindWord(layoutOf(game), card.row.kind as string)} · {card.id}{colors.length > 0 && ` · ${colors.join(', ')}`}</p>
        </div>
      </header>
      <dl class="facts">
        {figures(layoutOf(game), card.row).map(({ name, words }) => <div key={name}><dt>{name}</dt><dd>{words}</dd></div>)}
        {costs(card.row).map(({ name, words }) => <div key={name}><dt>{name}</dt><dd>{words}</dd></div>)}
        {traits(card.row).filter(({ words }) => !/^\d+$/.test(words)).map(({ name, words }) => <div key={name}><dt>{name}</dt><dd>{words}</dd></div>)}
      </dl>
      {levels(card.row).length > 0 && <p>{levels(card.row).join(' · ')}</p>}
      <div class="two-columns">
        <section>
          <h2>Printed</h2>
          {paragraphs(card.row).map(({ field, words }, at) => <p key={at}>{field && <b class="field-word">{field}</b>} {words}</p>)}
          {paragraphs(card.row).length === 0 && <p class="nothing">No text.</p>}
        </section>
        <section>
          <h2>How Shobu reads it</h2>
          {card.reading.map((words, at) => <p key={at}>{inLatin(words)}</p>)}
          {card.reading.length === 0 && <p class="nothing">Nothing to read.</p>}
          {card.unread.length > 0 && (
            <>
              <h3>Not read</h3>
              {card.unread.map((words, at) => <p key={at} class="unread">{inLatin(words)}</p>)}
            </>
          )}
        </section>
      </div>
    </main>
  );
}
