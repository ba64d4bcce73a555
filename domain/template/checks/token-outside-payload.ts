import { isSensitiveHeader } from '../../secrets/header-secrets.ts';
import { parseTemplate, type TokenPart } from '../parse.ts';
import type { FindingCode, FindingPlace, TemplateFinding } from './finding.ts';
import { FindingList, type Unlevelled } from './finding-list.ts';
import { tokenText } from './phrases.ts';
import type { Subject } from './subject.ts';

/** A token in the URL, which is sent as it stands as far as is known. */
export function tokensInUrl({ definition, known }: Subject): TemplateFinding[] {
  const found = new FindingList();
  for (const token of tokensOf(definition.url)) {
    const isKnown = known.matching(token.name).length > 0;
    // %E9t% is a character of an older encoding: what begins as a URL escape is one.
    if (!isKnown && /^[0-9A-Fa-f]{2}/.test(token.name)) continue;
    const { start, end } = token;
    found.add(levelOf(isKnown), () => finding('token-in-url', token, { kind: 'url', start, end }));
  }
  return found.all();
}

/** A token in the value of a header, which is sent as it stands as far as is known. */
export function tokensInHeaders({ definition, known }: Subject): TemplateFinding[] {
  const found = new FindingList();
  definition.headers.forEach((header, index) => {
    for (const token of tokensOf(header.value)) {
      const isKnown = known.matching(token.name).length > 0;
      // A part of a secret between two percent signs is no token, and no message may show it.
      if (!isKnown && isSensitiveHeader(header.name)) continue;
      const { start, end } = token;
      const place: FindingPlace = { kind: 'header', index, start, end };
      found.add(levelOf(isKnown), () => finding('token-in-header', token, place));
    }
  });
  return found.all();
}

/** Digits alone are no name. */
const tokensOf = (text: string): TokenPart[] =>
  parseTemplate(text)
    .filter((part) => part.kind === 'token')
    .filter(({ name }) => !/^[0-9]+$/.test(name));

const levelOf = (isKnown: boolean): TemplateFinding['level'] => (isKnown ? 'warning' : 'note');

const finding = (code: FindingCode, { name }: TokenPart, place: FindingPlace): Unlevelled => {
  const where = code === 'token-in-url' ? 'the URL' : 'a header';
  return {
    code,
    place,
    message: `Placeholders are replaced only in the payload, so ${tokenText(name)} in ${where} is sent as is. Move it to the payload if it is meant as a placeholder.`,
    fixes: [],
  };
};
