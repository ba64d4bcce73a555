import { escapeLength, type JsonAtom, jsonFault } from '../json/scan-json.ts';
import type { TokenPart } from '../parse.ts';
import { renderTemplate, type RuleSetName } from '../render.ts';
import type { Scenario } from '../scenarios.ts';
import type { JsonSubject, ScenarioPayload } from './subject.ts';
import type { BrokenToken } from './value-breaks.ts';

export type QuotedReason =
  | ValueTrouble
  /** Becomes null without quotes, although only text is allowed. */
  | 'empty name'
  /** Removes two quotes that belong to different texts. */
  | 'quotes taken';

export type QuotedToken = BrokenToken<QuotedReason>;

/** A token outside of double quotes, with the adjacent text. */
export interface BareTrouble {
  readonly atom: JsonAtom;
  readonly tokens: readonly TokenPart[];
  /** Scenarios in which it does not give JSON. */
  readonly scenarios: readonly Scenario[];
  /** Gives only numbers and words, so that quotes do no harm. */
  readonly quotable: boolean;
}

export interface TokenTroubles {
  readonly quoted: readonly QuotedToken[];
  readonly bare: readonly BareTrouble[];
}

/** Limits the different pieces with bare tokens. Further ones count as correct. */
const triedPieces = 2_000;

/** Checks only scenarios whose payload is not JSON: a value that fits by chance is no fault. */
export function tokenTroubles(subject: JsonSubject): TokenTroubles {
  const spoilt = subject.payloads.filter(({ isJson }) => isJson !== true);
  const quoted: QuotedToken[] = [];
  const bare: BareTrouble[] = [];
  if (subject.fault !== null || spoilt.length === 0) return { quoted, bare };
  const quotedCases = new Map<string, QuotedToken['cases']>();
  const triedAtoms = new Map<string, Pick<BareTrouble, 'scenarios' | 'quotable'>>();
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
      if (!triedAtoms.has(key) && triedAtoms.size >= triedPieces) continue;
      const found = triedAtoms.get(key) ?? tryOut(subject, spoilt, atom, tokens);
      triedAtoms.set(key, found);
      if (found.scenarios.length > 0) bare.push({ atom, tokens, ...found });
      continue;
    }
    for (const token of tokens) {
      const whenEmpty = reasonWhenEmpty(subject, atom, token);
      const key = `${token.name} ${whenEmpty ?? ''}`;
      const cases = quotedCases.get(key) ?? casesOf(token, spoilt, whenEmpty, subject.rules);
      quotedCases.set(key, cases);
      if (cases.length > 0) quoted.push({ token, cases });
    }
  }
  return { quoted, bare };
}

const casesOf = (
  { name }: TokenPart,
  spoilt: readonly ScenarioPayload[],
  whenEmpty: QuotedReason | null,
  rules: JsonSubject['rules'],
): QuotedToken['cases'] =>
  spoilt.flatMap(({ scenario, values }) => {
    const value = values.get(name);
    if (value === undefined) return [];
    const empty = whenEmpty === null ? [] : [whenEmpty];
    const reasons = value === '' ? empty : valueTroubles(value, rules);
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

function tryOut(
  { template, payloads, rules }: JsonSubject,
  spoilt: readonly ScenarioPayload[],
  { start, end, role }: JsonAtom,
  tokens: readonly TokenPart[],
): Pick<BareTrouble, 'scenarios' | 'quotable'> {
  const piece = template.slice(start, end);
  const scenarios: Scenario[] = [];
  let quotable = role !== 'members' && !piece.includes('"');
  for (const payload of payloads) {
    const values = tokens.flatMap(({ name }): [string, string][] => {
      const value = payload.values.get(name);
      return value === undefined ? [] : [[name, value]];
    });
    const text = renderTemplate(piece, Object.fromEntries(values), rules).trim();
    if (!fits(text, role)) {
      if (spoilt.includes(payload)) scenarios.push(payload.scenario);
    } else if (/^["{[]/.test(text)) {
      quotable = false;
    }
  }
  return { scenarios, quotable };
}

function fits(text: string, role: JsonAtom['role']): boolean {
  switch (role) {
    case 'value':
      return jsonFault(text) === null;
    case 'name':
      return text.startsWith('"') && jsonFault(text) === null;
    case 'members':
      return text !== '' && jsonFault(`{${text}}`) === null;
  }
}

export type ValueTrouble = 'quote' | 'line break' | 'control character' | 'backslash';

/** A backslash at the end counts, because it escapes the character behind the token. */
export function valueTroubles(value: string, rules: RuleSetName): ValueTrouble[] {
  const put = rules === 'plain' ? value : value.replaceAll('"', '\\"');
  const found = new Set<ValueTrouble>();
  let at = 0;
  while (at < put.length) {
    const code = put.charCodeAt(at);
    const length = code === 0x5c ? escapeLength(put, at) : 1;
    if (code === 0x0a || code === 0x0d) found.add('line break');
    else if (code < 0x20) found.add('control character');
    else if (code === 0x22) found.add('quote');
    else if (length === 0) found.add('backslash');
    at += Math.max(length, 1);
  }
  return [...found];
}
