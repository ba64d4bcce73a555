import { implement } from '@orpc/server';
import { rotationProcedures } from '#contract/rotation.ts';
import { withRpcErrors } from '../rpc-problems.ts';
import type { Rotations } from './rotations.ts';

/** @param planned the value that a plan replaces */
export function rotationHandlers(
  rotations: Rotations,
  planned: (planId: string) => Promise<string | null>,
) {
  const os = implement(rotationProcedures);
  return {
    find: os.find.handler(({ input, signal }) =>
      withRpcErrors(rotations.find(input, planned, signal)),
    ),
    giveNewValue: os.giveNewValue.handler(({ input }) => {
      rotations.giveNewValue(input.searchId, input.value);
    }),
    forget: os.forget.handler(({ input }) => {
      rotations.forget(input.searchId);
    }),
  };
}
