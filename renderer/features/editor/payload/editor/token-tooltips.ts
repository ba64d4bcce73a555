import { autocompletion } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { EditorView, hoverTooltip } from '@codemirror/view';
import { tokenCard } from './token-card.ts';
import { completeToken } from './token-completion.ts';
import { tokenBook } from './token-help.ts';
import { tokenAt } from './tokens-in-line.ts';

const onHover = hoverTooltip(
  (view, position) => {
    const place = tokenAt(view.state, position);
    const help = place === null ? undefined : view.state.facet(tokenBook).get(place.name);
    if (place === null || help === undefined) return null;
    return {
      pos: place.from,
      end: place.to,
      above: true,
      create: () => ({ dom: tokenCard(help) }),
    };
  },
  { hideOn: (transaction) => transaction.docChanged || transaction.selection !== undefined },
);

const looks = EditorView.theme({
  '.token-card': { padding: '8px 10px', maxWidth: '360px' },
  '.token-title': { color: 'var(--text-3)', marginBottom: '2px' },
  '.token-title code': { color: 'var(--text)', fontFamily: 'var(--mono)', fontWeight: '600' },
  '.token-card p': { margin: '0 0 6px' },
  '.token-facts': {
    display: 'grid',
    gridTemplateColumns: 'max-content 1fr',
    gap: '2px 10px',
    margin: '0',
    color: 'var(--text-2)',
  },
  '.token-facts dt': { color: 'var(--text-3)' },
  '.token-facts dd': { margin: '0', overflowWrap: 'anywhere' },
  '.token-facts code': { fontFamily: 'var(--mono)', color: 'var(--text)' },
});

export const tokenTooltips: Extension = [
  autocompletion({ override: [completeToken] }),
  onHover,
  looks,
];
