import { z } from 'zod';

export const ScenarioName = z.enum([
  'LOW',
  'MEDIUM',
  'HIGH',
  'CLEARED',
  'first-raise',
  'awkward',
  'difficult',
]);
export type ScenarioName = z.infer<typeof ScenarioName>;

export interface Scenario {
  readonly name: ScenarioName;
  readonly title: string;
  /** The alert's new state, which selects the severity switch. */
  readonly state: 'LOW' | 'MEDIUM' | 'HIGH' | 'CLEARED';
  readonly description: string;
}

export const scenarios: readonly Scenario[] = [
  { name: 'LOW', title: 'LOW', state: 'LOW', description: 'Cleared → Low' },
  { name: 'MEDIUM', title: 'MEDIUM', state: 'MEDIUM', description: 'Low → Medium' },
  { name: 'HIGH', title: 'HIGH', state: 'HIGH', description: 'Medium → High' },
  { name: 'CLEARED', title: 'CLEARED', state: 'CLEARED', description: 'High → Cleared' },
  {
    name: 'first-raise',
    title: 'First raise',
    state: 'MEDIUM',
    description: 'First raise, no previous state',
  },
  {
    name: 'awkward',
    title: 'Awkward',
    state: 'HIGH',
    description:
      'Values with quotes, backslashes, line breaks and many scripts; some are empty, one is very long.',
  },
  {
    name: 'difficult',
    title: 'Difficult values',
    state: 'HIGH',
    description:
      'Every text contains a quote, a backslash, a line break and characters reserved in forms and XML.',
  },
];
