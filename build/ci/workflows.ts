import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const Step = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
  with: z.record(z.string(), z.unknown()).default({}),
});
const Permissions = z.record(z.string(), z.string());
const Job = z.object({
  'runs-on': z.string(),
  'timeout-minutes': z.int(),
  needs: z.union([z.string(), z.array(z.string())]).default([]),
  permissions: Permissions.optional(),
  steps: z.array(Step),
});
const Workflow = z.object({
  permissions: Permissions,
  env: z.record(z.string(), z.string()).default({}),
  jobs: z.record(z.string(), Job),
});
export type Step = z.infer<typeof Step>;

const folder = join(import.meta.dirname, '../../.github/workflows');

/** A workflow of this repository, as text and parsed. */
export function readWorkflow(name: string) {
  const file = join(folder, name);
  const text = readFileSync(file, 'utf8');
  return { file, text, ...Workflow.parse(parse(text)) };
}
