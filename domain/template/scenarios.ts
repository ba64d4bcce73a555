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
  { name: 'LOW', title: 'LOW', state: 'LOW', description: 'An alert that was cleared is low.' },
  { name: 'MEDIUM', title: 'MEDIUM', state: 'MEDIUM', description: 'A low alert gets worse.' },
  { name: 'HIGH', title: 'HIGH', state: 'HIGH', description: 'A medium alert gets worse.' },
  { name: 'CLEARED', title: 'CLEARED', state: 'CLEARED', description: 'A high alert is over.' },
  {
    name: 'first-raise',
    title: 'First raise',
    state: 'MEDIUM',
    description: 'An alert is raised for the first time: it has no state before.',
  },
  {
    name: 'awkward',
    title: 'Awkward',
    state: 'HIGH',
    description:
      'Values with quotes, backslashes, line breaks and characters of many scripts; some are ' +
      'empty, one is very long.',
  },
  {
    name: 'difficult',
    title: 'Difficult values',
    state: 'HIGH',
    description:
      'Every name and text holds a quote, a backslash, a line break and the characters that ' +
      'forms and XML reserve.',
  },
];
