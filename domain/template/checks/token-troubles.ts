import { jsonFault, type JsonAtom } from '../json/scan-json.ts';
import type { TokenPart } from '../parse.ts';
import { renderTemplate } from '../render.ts';
import type { Scenario } from '../scenarios.ts';
import type { ScenarioPayload } from './payloads.ts';
import type { JsonSubject } from './subject.ts';
import { type ValueTrouble, valueTroubles } from './value-trouble.ts';

export type QuotedReason =
  | ValueTrouble
  /** Becomes null without quotes, where only text is allowed. */
  | 'empty name'
  /** Removes two quotes that belong to different texts. */
  | 'quotes taken';

export interface QuotedTrouble {
  readonly token: TokenPart;
  readonly cases: readonly {
    readonly scenario: Scenario;
    readonly reasons: readonly QuotedReason[];
  }[];
}

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
  readonly quoted: readonly QuotedTrouble[];
  readonly bare: readonly BareTrouble[];
}

/** Limits the different pieces with bare tokens. Further ones count as correct. */
const triedPieces = 2_000;

/** Checks only scenarios whose payload is not JSON: a value that fits by chance is no fault. */
export function tokenTroubles(subject: JsonSubject): TokenTroubles {
  const spoilt = subject.payloads.filter(({ isJson }) => isJson !== true);
  const quoted: QuotedTrouble[] = [];
  const bare: BareTrouble[] = [];
  if (subject.fault !== null || spoilt.length === 0) {
    return { quoted, bare };
  }
  const quotedCases = new QuotedCases(subject, spoilt);
  const bareCases = new BareCases(subject, spoilt);
  let next = 0;
  for (const atom of subject.atoms) {
    const tokens: TokenPart[] = [];
    for (; next < subject.tokens.length; next += 1) {
      const token = subject.tokens[next];
      if (token === undefined || token.start >= atom.end) break;
      if (token.start >= atom.start) tokens.push(token);
    }
    if (atom.bare) {
      const found = bareCases.of(atom, tokens);
      if (found.scenarios.length > 0) bare.push({ atom, tokens, ...found });
    } else {
      for (const token of tokens) {
        const cases = quotedCases.of(atom, token);
        if (cases.length > 0) quoted.push({ token, cases });
      }
    }
  }
  return { quoted, bare };
}

class QuotedCases {
  readonly #subject: JsonSubject;
  readonly #spoilt: readonly ScenarioPayload[];
  readonly #found = new Map<string, QuotedTrouble['cases']>();

  constructor(subject: JsonSubject, spoilt: readonly ScenarioPayload[]) {
    this.#subject = subject;
    this.#spoilt = spoilt;
  }

  of(atom: JsonAtom, token: TokenPart): QuotedTrouble['cases'] {
    const whenEmpty = this.#whenEmpty(atom, token);
    const key = `${token.name} ${whenEmpty ?? ''}`;
    const before = this.#found.get(key);
    if (before !== undefined) return before;
    const { rules } = this.#subject;
    const cases = this.#spoilt.flatMap(({ scenario, values }) => {
      const value = values.get(token.name);
      if (value === undefined) return [];
      const empty = whenEmpty === null ? [] : [whenEmpty];
      const reasons = value === '' ? empty : valueTroubles(value, rules);
      return reasons.length === 0 ? [] : [{ scenario, reasons }];
    });
    this.#found.set(key, cases);
    return cases;
  }

  #whenEmpty(atom: JsonAtom, { start, end }: TokenPart): QuotedReason | null {
    const { template, rules } = this.#subject;
    const between = template[start - 1] === '"' && template[end] === '"';
    if (rules === 'plain' || !between) return null;
    if (atom.start !== start - 1 || atom.end !== end + 1) return 'quotes taken';
    return atom.role === 'name' ? 'empty name' : null;
  }
}

class BareCases {
  readonly #subject: JsonSubject;
  readonly #spoilt: readonly ScenarioPayload[];
  readonly #found = new Map<string, Pick<BareTrouble, 'scenarios' | 'quotable'>>();

  constructor(subject: JsonSubject, spoilt: readonly ScenarioPayload[]) {
    this.#subject = subject;
    this.#spoilt = spoilt;
  }

  of(atom: JsonAtom, tokens: readonly TokenPart[]): Pick<BareTrouble, 'scenarios' | 'quotable'> {
    const piece = this.#subject.template.slice(atom.start, atom.end);
    const key = `${atom.role} ${piece}`;
    const before = this.#found.get(key);
    if (before !== undefined) return before;
    if (this.#found.size >= triedPieces) return { scenarios: [], quotable: false };
    const found = this.#tryOut(piece, atom.role, tokens);
    this.#found.set(key, found);
    return found;
  }

  #tryOut(piece: string, role: JsonAtom['role'], tokens: readonly TokenPart[]) {
    const { payloads, rules } = this.#subject;
    const scenarios: Scenario[] = [];
    let quotable = role !== 'members' && !piece.includes('"');
    for (const payload of payloads) {
      const values = new Map<string, string>();
      for (const { name } of tokens) {
        const value = payload.values.get(name);
        if (value !== undefined) values.set(name, value);
      }
      const text = renderTemplate(piece, Object.fromEntries(values), rules).trim();
      if (!fits(text, role)) {
        if (this.#spoilt.includes(payload)) scenarios.push(payload.scenario);
      } else if (/^["{[]/.test(text)) {
        quotable = false;
      }
    }
    return { scenarios, quotable };
  }
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
