import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const Step = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
});
const Workflow = z.object({
  env: z.record(z.string(), z.string()).default({}),
  jobs: z.record(
    z.string(),
    z.object({ 'runs-on': z.string(), 'timeout-minutes': z.int(), steps: z.array(Step) }),
  ),
});
export type Step = z.infer<typeof Step>;

const folder = join(import.meta.dirname, '../../.github/workflows');

/** A workflow of this repository, as text and parsed. */
export function readWorkflow(name: string) {
  const file = join(folder, name);
  const text = readFileSync(file, 'utf8');
  return { file, text, ...Workflow.parse(parse(text)) };
}
