import type { ConnectionView } from '#contract/connections.ts';
import {
  type ConnectionSection,
  movedBy,
} from '../../../shared/installations/connection-sections.ts';

type Reorder = (connectionIds: string[]) => Promise<void>;

export class Ordering {
  readonly #reorder: Reorder;

  dragged = $state.raw<{ readonly id: string; readonly section: string } | null>(null);
  target = $state.raw<{ readonly id: string; readonly after: boolean } | null>(null);
  /** For screen readers. */
  announcement = $state('');

  constructor(reorder: Reorder) {
    this.#reorder = reorder;
  }

  async move(section: ConnectionSection, connection: ConnectionView, by: -1 | 1): Promise<void> {
    const ids = section.connections.map(({ id }) => id);
    const next = movedBy(ids, connection.id, by);
    if (next === null) {
      this.announcement = `${connection.name} is already ${by < 0 ? 'first' : 'last'} in ${section.title}`;
      return;
    }
    await this.#save(section, connection, next);
  }

  /** An installation can move only within its section. */
  dragOver(section: ConnectionSection, id: string, after: boolean): boolean {
    const { dragged } = this;
    if (dragged?.section !== section.key) return false;
    this.target = dragged.id === id ? null : { id, after };
    return true;
  }

  async drop(section: ConnectionSection): Promise<void> {
    const { dragged, target } = this;
    this.end();
    if (dragged?.section !== section.key || target === null) return;
    const connection = section.connections.find(({ id }) => id === dragged.id);
    if (connection === undefined) return;
    const others = section.connections.map(({ id }) => id).filter((id) => id !== dragged.id);
    const place = others.indexOf(target.id) + (target.after ? 1 : 0);
    await this.#save(section, connection, others.toSpliced(place, 0, dragged.id));
  }

  end(): void {
    this.dragged = null;
    this.target = null;
  }

  async #save(
    section: ConnectionSection,
    connection: ConnectionView,
    ids: string[],
  ): Promise<void> {
    await this.#reorder(ids);
    const place = ids.indexOf(connection.id) + 1;
    this.announcement = `${connection.name} is number ${place} of ${ids.length} in ${section.title}`;
  }
}
