import { z } from 'zod';

export const WireText = z.object({
  text: z.string(),
  /** `latin-1` when the bytes are not valid UTF-8: one character per byte. */
  encoding: z.enum(['utf-8', 'latin-1']),
  /** Bytes received; if `truncated`, bytes read. */
  bytes: z.int(),
  truncated: z.boolean(),
});
export type WireText = z.infer<typeof WireText>;
