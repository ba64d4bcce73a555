import { isSensitiveName } from '../../secrets/sensitive-names.ts';
import { alertTokens } from '../catalogue.ts';
import {
  eachToken,
  endOfName,
  parseTemplate,
  type TokenPart,
  urlEscapeLength,
} from '../parse-template.ts';
import {
  type FindingPlace,
  findingsFor,
  inPayload,
  placeholderFix,
  type TextRange,
  type TemplateFinding,
} from './finding.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { listed, tokenText } from './phrases.ts';
import type { Subject } from './subject.ts';

/** The findings about placeholders of the payload. */
interface PlaceholderFindings {
  readonly findings: readonly TemplateFinding[];
  /** Offsets of their percent signs, which the check of forms leaves out. */
  readonly reportedPercents: ReadonlySet<number>;
}

export function placeholderFindings(subject: Subject): PlaceholderFindings {
  const spaced = spacedNames(subject);
  const unclosed = unclosedPercents(subject, spaced);
  return {
    findings: [
      ...unknownTokens(subject),
      ...wrongCases(subject),
      ...spacesInPlaceholders(subject, spaced),
      ...unclosed,
    ],
    reportedPercents: percentsOf(spaced, unclosed),
  };
}

function percentsOf(
  spaced: readonly SpacedName[],
  unclosed: readonly TemplateFinding[],
): ReadonlySet<number> {
  const places = [
    ...spaced,
    ...unclosed.flatMap(({ place }) => (place.kind === 'payload' ? [place] : [])),
  ];
  return new Set(places.flatMap(({ start, end }) => [start, end - 1]));
}

function unknownTokens({ tokens, knownNames, forJobs }: Subject): TemplateFinding[] {
  const nearestByName = new Map<string, readonly string[]>();
  // Digits alone are not a name, as in `10%5%`.
  const unknown = tokens.filter(
    ({ name }) => knownNames.matching(name).length === 0 && !/^[0-9]*$/.test(name),
  );
  return findingsFor(unknown, forJobs ? 'note' : 'error', (token) => {
    const names = nearestByName.get(token.name) ?? didYouMean(token.name, knownNames.all());
    nearestByName.set(token.name, names);
    const advice =
      names.length > 0
        ? `Did you mean ${listed(names.map(tokenText), 'or')}?`
        : 'Remove it, or add it to the installation’s own placeholders.';
    return {
      code: 'unknown-token',
      place: inPayload(token),
      message: `${unknownTokenInWords(token.name, forJobs)} ${advice}`,
      fixes: names.map((name) => placeholderFix(name, token)),
    };
  });
}

function unknownTokenInWords(name: string, forJobs: boolean): string {
  const token = tokenText(name);
  if (!forJobs) return `Unknown placeholder ${token}. It will be sent as is.`;
  const forAlerts = alertTokens.some((documented) => documented.name === name);
  return forAlerts
    ? `${token} is documented for alerts, not for jobs. It may be sent as is.`
    : `Unknown placeholder ${token}: none are documented for jobs. It may be sent as is.`;
}

function wrongCases({ tokens, knownNames }: Subject): TemplateFinding[] {
  const wrong = tokens.filter(
    ({ name }) => !knownNames.has(name) && knownNames.matching(name).length > 0,
  );
  return findingsFor(wrong, 'error', (token) => {
    const matches = knownNames.matching(token.name);
    const names = matches.map((name) => `%${name}%`);
    return {
      code: 'wrong-case',
      place: inPayload(token),
      message: `Placeholders are case-sensitive, so ${tokenText(token.name)} is sent as is. Did you mean ${listed(names, 'or')}?`,
      fixes: matches.map((name) => placeholderFix(name, token)),
    };
  });
}

/** A placeholder with spaces in it; `name` is the known name without them. */
interface SpacedName extends TextRange {
  readonly name: string;
}

const blank = /[\s\u00ad\u200b-\u200d\u2060\ufeff]/;
const maxBlanks = 8;

/** Finds places such as `%Alert Name%`. */
function spacedNames({ template, knownNames }: Subject): SpacedName[] {
  const found: SpacedName[] = [];
  let lastEnd = 0;
  eachLonePercent(template, (start) => {
    if (start < lastEnd) return;
    let name = '';
    let blanks = 0;
    let at = start + 1;
    while (blanks <= maxBlanks && name.length <= knownNames.longest) {
      const end = endOfName(template, at);
      name += template.slice(at, end);
      at = end;
      if (!blank.test(template.charAt(at))) break;
      blanks += 1;
      at += 1;
    }
    // In `50% AlertName%` the first percent sign belongs to the number.
    const isPercentage =
      blank.test(template.charAt(start + 1)) && /\d/.test(template.charAt(start - 1));
    const [knownName] = knownNames.matching(name);
    if (template[at] !== '%' || blanks === 0 || isPercentage || knownName === undefined) return;
    lastEnd = at + 1;
    found.push({ start, end: lastEnd, name: knownName });
  });
  return found;
}

const spacesInPlaceholders = (
  { template }: Subject,
  spaced: readonly SpacedName[],
): TemplateFinding[] =>
  findingsFor(spaced, 'error', ({ name, ...span }) => ({
    code: 'space-in-placeholder',
    place: inPayload(span),
    message: `A placeholder cannot hold a space, so ${template.slice(span.start, span.end)} is sent as is. Did you mean %${name}%?`,
    fixes: [placeholderFix(name, span)],
  }));

/** Finds `%AlertName is` and `AlertName%`. @param spaced places that another check reports */
function unclosedPercents(
  { template, knownNames }: Subject,
  spaced: readonly SpacedName[],
): TemplateFinding[] {
  const reported = new Set(spaced.flatMap(({ start, end }) => [start, end - 1]));
  const unclosed: (SpacedName & { readonly side: 'before' | 'after' })[] = [];
  const nameIn = (start: number, end: number): string | undefined =>
    end === start || end - start > knownNames.longest
      ? undefined
      : knownNames.matching(template.slice(start, end))[0];
  eachLonePercent(template, (percent, literalStart) => {
    if (reported.has(percent)) return;
    const end = endOfName(template, percent + 1);
    const nameBehind = nameIn(percent + 1, end);
    if (nameBehind !== undefined) {
      unclosed.push({ start: percent, end, name: nameBehind, side: 'after' });
      return;
    }
    const start = startOfName(template, percent, literalStart);
    const nameBefore = nameIn(start, percent);
    if (nameBefore !== undefined) {
      unclosed.push({ start, end: percent + 1, name: nameBefore, side: 'before' });
    }
  });
  return findingsFor(unclosed, 'error', ({ name, side, ...span }) => ({
    code: 'unclosed-percent',
    place: inPayload(span),
    message: `The percent sign ${side} ${name} is missing, so the receiver gets the name instead of the value. Did you mean %${name}%?`,
    fixes: [placeholderFix(name, span)],
  }));
}

function startOfName(template: string, end: number, earliest: number): number {
  let start = end;
  while (start > earliest && /[A-Za-z0-9_]/.test(template.charAt(start - 1))) start -= 1;
  return start;
}

/** Calls `onPercent` for each percent sign outside of tokens and URL escapes. */
function eachLonePercent(
  template: string,
  onPercent: (at: number, literalStart: number) => void,
): void {
  let tokenEnd = 0;
  const searchUntil = (end: number): void => {
    let at = template.indexOf('%', tokenEnd);
    let literalStart = tokenEnd;
    while (at !== -1 && at < end) {
      const escapeLength = urlEscapeLength(template, at);
      if (escapeLength === 0) onPercent(at, literalStart);
      literalStart = at + Math.max(escapeLength, 1);
      at = template.indexOf('%', literalStart);
    }
  };
  eachToken(template, (start, end) => {
    searchUntil(start);
    tokenEnd = end;
  });
  searchUntil(template.length);
}

interface TokenOutside {
  readonly token: TokenPart;
  readonly place: FindingPlace;
  readonly isKnown: boolean;
}

/** As far as is known, installations do not replace tokens in URLs and headers. */
export function tokensOutsidePayload({ definition, knownNames }: Subject): TemplateFinding[] {
  const tokensIn = (text: string, placeOf: (range: TextRange) => FindingPlace): TokenOutside[] =>
    parseTemplate(text)
      .filter((part) => part.kind === 'token')
      // Digits alone are not a name.
      .filter(({ name }) => !/^[0-9]+$/.test(name))
      .map((token) => ({
        token,
        place: placeOf({ start: token.start, end: token.end }),
        isKnown: knownNames.matching(token.name).length > 0,
      }));
  // `%E9t%` is a URL escape of an older encoding.
  const inUrl = tokensIn(definition.url, (range) => ({ ...range, kind: 'url' })).filter(
    ({ token, isKnown }) => isKnown || !/^[0-9A-Fa-f]{2}/.test(token.name),
  );
  const inHeaders = definition.headers.flatMap(({ name, value }, index) =>
    // Text between percent signs may be part of a secret, which no message may show.
    tokensIn(value, (range) => ({ ...range, kind: 'header', index })).filter(
      ({ isKnown }) => isKnown || !isSensitiveName(name),
    ),
  );
  return [
    ...outsideFindings('token-in-url', 'the URL', inUrl),
    ...outsideFindings('token-in-header', 'a header', inHeaders),
  ];
}

const outsideFindings = (
  code: 'token-in-url' | 'token-in-header',
  where: string,
  outside: readonly TokenOutside[],
): TemplateFinding[] =>
  findingsFor(
    outside,
    ({ isKnown }) => (isKnown ? 'warning' : 'note'),
    ({ token, place }) => ({
      code,
      place,
      message: `Placeholders are replaced only in the payload, so ${tokenText(token.name)} in ${where} is sent as is. Move it to the payload if it is meant as a placeholder.`,
      fixes: [],
    }),
  );
