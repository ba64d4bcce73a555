import { isSensitiveHeader } from '../../secrets/header-secrets.ts';
import { parseTemplate, type TokenPart } from '../parse.ts';
import type { FindingCode, FindingPlace, TemplateFinding } from './finding.ts';
import { FindingList, type Unlevelled } from './finding-list.ts';
import { tokenText } from './phrases.ts';
import type { Subject } from './subject.ts';

/** As far as is known, installations do not replace tokens in URLs and headers. */
export function tokensInUrl({ definition, known }: Subject): TemplateFinding[] {
  const found = new FindingList();
  for (const token of tokensOf(definition.url)) {
    const isKnown = known.matching(token.name).length > 0;
    // `%E9t%` is a URL escape of an older encoding.
    if (!isKnown && /^[0-9A-Fa-f]{2}/.test(token.name)) continue;
    const { start, end } = token;
    found.add(levelOf(isKnown), () => finding('token-in-url', token, { kind: 'url', start, end }));
  }
  return found.all();
}

export function tokensInHeaders({ definition, known }: Subject): TemplateFinding[] {
  const found = new FindingList();
  definition.headers.forEach((header, index) => {
    for (const token of tokensOf(header.value)) {
      const isKnown = known.matching(token.name).length > 0;
      // Text between percent signs may be part of a secret, which no message may show.
      if (!isKnown && isSensitiveHeader(header.name)) continue;
      const { start, end } = token;
      const place: FindingPlace = { kind: 'header', index, start, end };
      found.add(levelOf(isKnown), () => finding('token-in-header', token, place));
    }
  });
  return found.all();
}

/** Digits alone are not a name. */
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
