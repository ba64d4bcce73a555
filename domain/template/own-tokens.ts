import { z } from 'zod';
import type { Issue } from '../issue.ts';
import { alertTokens } from './catalogue.ts';
import { parseTemplate } from './parse-template.ts';

export const TokenName = z.string().regex(/^[A-Za-z0-9_]{1,200}$/);

export const OwnToken = z.object({
  /** Without the percent signs. */
  name: TokenName,
  meaning: z.string().max(1_000),
  sample: z.string().max(10_000),
});
export type OwnToken = z.infer<typeof OwnToken>;

export const OwnTokens = z.array(OwnToken).max(200);

/** Issue paths are `N.name` with the token's position. */
export function checkOwnTokens(tokens: readonly OwnToken[]): Issue[] {
  const earlierNames = new Set<string>();
  return tokens.flatMap(({ name }, index) => {
    const message = nameProblem(name, earlierNames);
    earlierNames.add(name);
    return message === null ? [] : [{ path: `${index}.name`, level: 'error', message }];
  });
}

function nameProblem(name: string, earlierNames: ReadonlySet<string>): string | null {
  if (name === '') return 'Enter a name for the placeholder, or remove the row.';
  if (!TokenName.safeParse(name).success) {
    return 'Use at most 200 letters from A to Z, digits and underscores.';
  }
  if (parseTemplate(`%${name}%`)[0]?.kind !== 'token') {
    return `%${name.slice(0, 2)} is a URL escape, so %${name}% is not a placeholder. Start the name with another letter.`;
  }
  if (alertTokens.some((token) => token.name === name)) {
    return `%${name}% is already documented. Remove the row.`;
  }
  return earlierNames.has(name) ? `%${name}% appears more than once.` : null;
}
