import { type Link, readLink } from '#domain/link/link.ts';
import { OpenQueue } from './open-queue.ts';

/** Links go in; `null` comes out for one that this version cannot read. */
export class LinkOpenQueue extends OpenQueue<Link | null> {
  constructor() {
    super(readLink);
  }
}
