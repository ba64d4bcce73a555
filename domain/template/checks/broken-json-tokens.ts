import { escapeLength, type JsonAtom, jsonFault } from '../json/scan-json.ts';
import type { TokenPart } from '../parse-template.ts';
import { renderTemplate, type RuleSetName } from '../render-template.ts';
import type { Scenario } from '../scenarios.ts';
import type { BrokenToken } from './group-value-findings.ts';
import type { JsonSubject, ScenarioPayload } from './subject.ts';

/** Why a token in double quotes breaks the JSON. */
export type QuotedReason =
  | BreakingPart
  /** Becomes null without quotes, although only text is allowed. */
  | 'empty name'
  /** Removes two quotes that belong to different texts. */
  | 'quotes taken';

export type QuotedToken = BrokenToken<QuotedReason>;

/** Tokens outside of double quotes, with the adjacent text. */
export interface BareTokens {
  readonly atom: JsonAtom;
  readonly tokens: readonly TokenPart[];
  /** Scenarios in which the text does not become JSON. */
  readonly scenarios: readonly Scenario[];
  /** The values are only numbers and words, so that quotes do no harm. */
  readonly quotable: boolean;
}

/** The tokens whose values make a payload invalid JSON. */
export interface BrokenJsonTokens {
  readonly quoted: readonly QuotedToken[];
  readonly bare: readonly BareTokens[];
}

/** Limits the different pieces with bare tokens. Further ones count as correct. */
const maxTriedPieces = 2_000;

/** Checks only scenarios whose payload is not JSON: a value that fits by chance is no fault. */
export function brokenJsonTokens(subject: JsonSubject): BrokenJsonTokens {
  const invalidPayloads = subject.payloads.filter(({ isJson }) => isJson !== true);
  const quoted: QuotedToken[] = [];
  const bare: BareTokens[] = [];
  if (subject.fault !== null || invalidPayloads.length === 0) return { quoted, bare };
  const quotedCases = new Map<string, QuotedToken['cases']>();
  const triedAtoms = new Map<string, Pick<BareTokens, 'scenarios' | 'quotable'>>();
  let next = 0;
  for (const atom of subject.atoms) {
    const tokens: TokenPart[] = [];
    for (; next < subject.tokens.length; next += 1) {
      const token = subject.tokens[next];
      if (token === undefined || token.start >= atom.end) break;
      if (token.start >= atom.start) tokens.push(token);
    }
    if (atom.bare) {
      const key = `${atom.role} ${subject.template.slice(atom.start, atom.end)}`;
      if (!triedAtoms.has(key) && triedAtoms.size >= maxTriedPieces) continue;
      const tried = triedAtoms.get(key) ?? tryOut(subject, invalidPayloads, atom, tokens);
      triedAtoms.set(key, tried);
      if (tried.scenarios.length > 0) bare.push({ atom, tokens, ...tried });
      continue;
    }
    for (const token of tokens) {
      const whenEmpty = reasonWhenEmpty(subject, atom, token);
      const key = `${token.name} ${whenEmpty ?? ''}`;
      const cases =
        quotedCases.get(key) ?? casesOf(token, invalidPayloads, whenEmpty, subject.rules);
      quotedCases.set(key, cases);
      if (cases.length > 0) quoted.push({ token, cases });
    }
  }
  return { quoted, bare };
}

const casesOf = (
  { name }: TokenPart,
  invalidPayloads: readonly ScenarioPayload[],
  whenEmpty: QuotedReason | null,
  rules: JsonSubject['rules'],
): QuotedToken['cases'] =>
  invalidPayloads.flatMap(({ scenario, values }) => {
    const value = values.get(name);
    if (value === undefined) return [];
    const reasonsWhenEmpty = whenEmpty === null ? [] : [whenEmpty];
    const reasons = value === '' ? reasonsWhenEmpty : breakingPartsOf(value, rules);
    return reasons.length === 0 ? [] : [{ scenario, reasons }];
  });

function reasonWhenEmpty(
  { template, rules }: JsonSubject,
  atom: JsonAtom,
  { start, end }: TokenPart,
): QuotedReason | null {
  const between = template[start - 1] === '"' && template[end] === '"';
  if (rules === 'plain' || !between) return null;
  if (atom.start !== start - 1 || atom.end !== end + 1) return 'quotes taken';
  return atom.role === 'name' ? 'empty name' : null;
}

/** Renders a piece with bare tokens for each scenario, and checks whether it is JSON. */
function tryOut(
  { template, payloads, rules }: JsonSubject,
  invalidPayloads: readonly ScenarioPayload[],
  { start, end, role }: JsonAtom,
  tokens: readonly TokenPart[],
): Pick<BareTokens, 'scenarios' | 'quotable'> {
  const piece = template.slice(start, end);
  const scenarios: Scenario[] = [];
  let quotable = role !== 'members' && !piece.includes('"');
  for (const payload of payloads) {
    const values = tokens.flatMap(({ name }): [string, string][] => {
      const value = payload.values.get(name);
      return value === undefined ? [] : [[name, value]];
    });
    const text = renderTemplate(piece, Object.fromEntries(values), rules).trim();
    if (!isValidAs(role, text)) {
      if (invalidPayloads.includes(payload)) scenarios.push(payload.scenario);
    } else if (/^["{[]/.test(text)) {
      quotable = false;
    }
  }
  return { scenarios, quotable };
}

function isValidAs(role: JsonAtom['role'], text: string): boolean {
  switch (role) {
    case 'value':
      return jsonFault(text) === null;
    case 'name':
      return text.startsWith('"') && jsonFault(text) === null;
    case 'members':
      return text !== '' && jsonFault(`{${text}}`) === null;
  }
}

export type BreakingPart = 'quote' | 'line break' | 'control character' | 'backslash';

/**
 * The parts of a value that end or break a text in double quotes. A backslash at the end counts, because it escapes
 * the character behind the token.
 */
export function breakingPartsOf(value: string, rules: RuleSetName): BreakingPart[] {
  const inserted = rules === 'plain' ? value : value.replaceAll('"', '\\"');
  const parts = new Set<BreakingPart>();
  let at = 0;
  while (at < inserted.length) {
    const code = inserted.charCodeAt(at);
    const length = code === 0x5c ? escapeLength(inserted, at) : 1;
    if (code === 0x0a || code === 0x0d) parts.add('line break');
    else if (code < 0x20) parts.add('control character');
    else if (code === 0x22) parts.add('quote');
    else if (length === 0) parts.add('backslash');
    at += Math.max(length, 1);
  }
  return [...parts];
}
