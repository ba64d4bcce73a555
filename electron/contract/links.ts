import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Link } from '#domain/link/link.ts';
import { procedure } from './procedure.ts';

/** A link that the operating system passed to Hookdesk; `null` for one that this version cannot read. */
export const LinkEvent = z.object({ link: Link.nullable() });
export type LinkEvent = z.infer<typeof LinkEvent>;

export const watchLinks = procedure.output(eventIterator(LinkEvent));
