import type { SampleEdits } from '#domain/template/samples.ts';

export function mergedEdits(all: readonly SampleEdits[]): SampleEdits {
  const found = new Map<string, Map<string, string>>();
  for (const edits of all) {
    for (const [scenario, values] of Object.entries(edits)) {
      const known = found.get(scenario) ?? new Map<string, string>();
      found.set(scenario, known);
      for (const [name, value] of Object.entries(values)) {
        if (!known.has(name)) known.set(name, value);
      }
    }
  }
  return Object.fromEntries(
    [...found].map(([scenario, values]) => [scenario, Object.fromEntries(values)]),
  );
}
