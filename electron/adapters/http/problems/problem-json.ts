import { z } from 'zod';
import type { Answer } from '../answer.ts';
import type { Masker } from '../../masking/masker.ts';

/** What RFC 9457 calls problem details, as far as it is told to a person; each part may be missing. */
const ProblemDetails = z.object({
  title: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  errors: z
    .array(
      z.object({
        pointer: z.string().optional().catch(undefined),
        detail: z.string().optional().catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
});

export interface SaidByService {
  /** What the service says is wrong; `null` where it says nothing. */
  readonly detail: string | null;
  /** Where it is wrong, by JSON pointer into the request's body. */
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

const longest = 500;
const most = 20;

/** Cut by the masker, so that no secret is cut in two and then not known again. */
const brief = (text: string, masker: Masker): string =>
  text.length > longest ? `${masker.start(text, longest)}…` : text;

/** What an error answer says of itself, if it is JSON of a kind that can be read. */
export function saidByService(answer: Answer, masker: Masker): SaidByService {
  const silent: SaidByService = { detail: null, errors: [] };
  if (!/\bjson\b/i.test(answer.header('content-type') ?? '')) return silent;
  const read = ProblemDetails.safeParse(parsed(answer));
  if (!read.success) return silent;
  const { title, detail, errors } = read.data;
  const said = detail ?? title ?? null;
  return {
    detail: said === null ? null : brief(said, masker),
    errors: (errors ?? []).slice(0, most).map((error) => ({
      pointer: brief(plainPointer(error.pointer ?? ''), masker),
      detail: brief(error.detail ?? 'not as it should be', masker),
    })),
  };
}

/** RFC 9457 has pointers as fragments of a URI, with `#` before them; many services leave it out. */
const plainPointer = (pointer: string): string => pointer.replace(/^#/, '');

function parsed(answer: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(answer.start()));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
