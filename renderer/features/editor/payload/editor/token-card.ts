import type { TokenHelp } from './token-help.ts';

function element(tag: string, className: string, ...content: (string | Node)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...content);
  return made;
}

export function tokenCard({ name, meaning, sample, emptyWhen, own }: TokenHelp): HTMLElement {
  const facts = element('dl', 'token-facts');
  const fact = (term: string, ...description: (string | Node)[]): void => {
    facts.append(element('dt', '', term), element('dd', '', ...description));
  };
  fact('Sample', sample === '' ? 'none' : element('code', '', sample));
  fact('Empty when', emptyWhen ?? 'Never, as far as known.');
  return element(
    'div',
    'token-card',
    element(
      'div',
      'token-title',
      element('code', '', `%${name}%`),
      own ? ' custom placeholder' : '',
    ),
    ...(meaning === '' ? [] : [element('p', '', meaning)]),
    facts,
  );
}
