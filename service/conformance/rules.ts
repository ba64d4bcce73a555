import { authentication } from './authentication.ts';
import { creating } from './creating.ts';
import { deleting } from './deleting.ts';
import { httpRefusals } from './http-refusals.ts';
import { reading } from './reading.ts';
import { refusing } from './refusing.ts';
import type { Rule } from './rule.ts';
import { updating } from './updating.ts';

export const rules: Readonly<Record<string, readonly Rule[]>> = {
  reading,
  creating,
  updating,
  deleting,
  'refusing bodies': refusing,
  'refusing requests': httpRefusals,
  authentication,
};
