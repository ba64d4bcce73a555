import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Problem } from '#domain/problem.ts';

/** Only `PROBLEM` errors carry data to the window. */
export const procedure = oc.errors({ PROBLEM: { status: 422, data: Problem } });

export const ConnectionId = z.object({ connectionId: z.string() });
