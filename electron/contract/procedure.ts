import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Problem } from '#domain/problem.ts';

/** What every procedure has: problems come with their data, whatever else goes wrong without. */
export const procedure = oc.errors({ PROBLEM: { status: 422, data: Problem } });

export const ConnectionId = z.object({ connectionId: z.string() });
