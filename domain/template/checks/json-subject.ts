import { type JsonAtom, type ScanOptions, templateFault } from '../json/scan-json.ts';
import type { JsonFault } from '../json/json-fault.ts';
import type { TokenPart } from '../parse.ts';
import type { CheckedValues, ScenarioPayload } from './payloads.ts';

/** The payload template, or a form field that should contain JSON. */
export interface JsonSubject extends CheckedValues {
  /** Decoded in a form field. */
  readonly template: string;
  readonly tokens: readonly TokenPart[];
  readonly payloads: readonly ScenarioPayload[];
  readonly scan: ScanOptions;
  readonly fault: JsonFault | null;
  /** Complete only when `fault` is `null`. */
  readonly atoms: readonly JsonAtom[];
  /** Names that an object has twice, without the first occurrence. */
  readonly repeated: readonly JsonAtom[];
  readonly title: string;
  /** Why the text should be JSON, as a sentence. */
  readonly why: string;
  /** The whole template, to which `placeOf` maps offsets of this text. */
  readonly source: string;
  readonly placeOf: (offset: number) => number;
}

export function jsonSubject(text: Omit<JsonSubject, 'fault' | 'atoms' | 'repeated'>): JsonSubject {
  const { template, tokens, scan } = text;
  const atoms: JsonAtom[] = [];
  const repeated: JsonAtom[] = [];
  /** Names of the open objects; `null` for a list. */
  const open: (Set<string> | null)[] = [];
  const fault = templateFault(
    template,
    tokens,
    {
      mark: (mark) => {
        if (mark === '{') open.push(new Set());
        else if (mark === '[') open.push(null);
        else if (mark === '}' || mark === ']') open.pop();
      },
      atom: (atom) => {
        atoms.push(atom);
        const names = open.at(-1);
        // The values of a bare token decide its name.
        if (atom.role !== 'name' || atom.bare || names == null) return;
        const raw = template.slice(atom.start, atom.end);
        const name = raw.includes('\\') ? JSON.stringify(JSON.parse(raw)) : raw;
        if (names.has(name)) repeated.push(atom);
        else names.add(name);
      },
    },
    scan,
  );
  return { ...text, fault, atoms, repeated };
}
