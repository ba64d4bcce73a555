import type { Connection } from '#domain/installation/connection.ts';
import { fixedValues } from '#domain/search/parse-query.ts';
import type { SegmentIndex } from '#domain/search/segment-index.ts';
import type { TermName } from '#domain/search/terms.ts';
import { containsText, foldText } from '#domain/text/fold-text.ts';
import { naturalComparison } from '#domain/text/natural-order.ts';

interface Sources {
  readonly connections: readonly Connection[];
  readonly indexes: readonly SegmentIndex[];
}

/** Values that contain the text; those that begin with it first, each part in the order of names. */
export function completeValues(
  term: TermName,
  text: string,
  sources: Sources,
  limit: number,
): string[] {
  const folded = foldText(text);
  const beginning = new Set<string>();
  const containing = new Set<string>();
  for (const value of valuesOf(term, sources)) {
    if (value === '' || !containsText(value, folded)) continue;
    (foldText(value).startsWith(folded) ? beginning : containing).add(value);
  }
  const inOrder = (values: Iterable<string>): string[] => [...values].sort(naturalComparison());
  return [...inOrder(beginning), ...inOrder(containing)].slice(0, limit);
}

function* valuesOf(
  term: TermName,
  { connections, indexes }: Sources,
): Generator<string, void, void> {
  switch (term) {
    case 'installation':
      for (const { name } of connections) yield name;
      return;
    case 'group':
      for (const { group } of connections) yield group;
      return;
    case 'host':
      for (const { hosts } of indexes) yield* hosts;
      return;
    case 'header':
      for (const { headerNames } of indexes) yield* headerNames;
      return;
    case 'method':
      for (const { methods } of indexes) for (const method of methods) yield method.toUpperCase();
      return;
    default:
      yield* fixedValues[term] ?? [];
  }
}
