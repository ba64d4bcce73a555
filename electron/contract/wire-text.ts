import { z } from 'zod';

/** Bytes of a message as text, so that none is lost. */
export const WireText = z.object({
  text: z.string(),
  /** `utf-8` where the bytes are that; else `latin-1`, with one character for every byte. */
  encoding: z.enum(['utf-8', 'latin-1']),
  /** How many bytes came; where `truncated`, those that were read. */
  bytes: z.int(),
  /** Whether there is more than stands here. */
  truncated: z.boolean(),
});
export type WireText = z.infer<typeof WireText>;
