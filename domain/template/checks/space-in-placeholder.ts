import { endOfName } from '../percent.ts';
import type { TemplateFinding } from './finding.ts';
import { FindingList } from './finding-list.ts';
import { eachLonePercent } from './lone-percent.ts';
import type { Subject } from './subject.ts';

export interface SpacedName {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

const blank = /[\s\u00ad\u200b-\u200d\u2060\ufeff]/;
const mostBlanks = 8;

/** Finds places such as `%Alert Name%`. */
export function spacedNames({ template, known }: Subject): SpacedName[] {
  const found: SpacedName[] = [];
  let read = 0;
  eachLonePercent(template, (start) => {
    if (start < read) return;
    let name = '';
    let blanks = 0;
    let at = start + 1;
    while (blanks <= mostBlanks && name.length <= known.longest) {
      const end = endOfName(template, at);
      name += template.slice(at, end);
      at = end;
      if (!blank.test(template.charAt(at))) break;
      blanks += 1;
      at += 1;
    }
    // In `50% AlertName%` the first percent sign belongs to the number.
    const isShare = blank.test(template.charAt(start + 1)) && /\d/.test(template.charAt(start - 1));
    const meant = known.matching(name)[0];
    if (template[at] !== '%' || blanks === 0 || isShare || meant === undefined) return;
    read = at + 1;
    found.push({ start, end: read, name: meant });
  });
  return found;
}

export function spacesInPlaceholders(
  { template }: Subject,
  spaced: readonly SpacedName[],
): TemplateFinding[] {
  const found = new FindingList();
  for (const { start, end, name } of spaced) {
    found.add('warning', () => ({
      code: 'space-in-placeholder',
      place: { kind: 'payload', start, end },
      message: `A placeholder cannot hold a space, so ${template.slice(start, end)} is sent as is. Did you mean %${name}%?`,
      fixes: [
        {
          title: `Change to %${name}%`,
          changes: [{ kind: 'edit', field: 'payload', start, end, text: `%${name}%` }],
        },
      ],
    }));
  }
  return found.all();
}
