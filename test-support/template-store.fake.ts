import { plainProblem, ProblemError } from '#domain/problem.ts';
import type { RememberedTemplates, TemplateStore } from '#core/store-ports.ts';

/** Template data in memory, with the number of writes. Writing fails while `failing` is set. */
export class FakeTemplateStore implements TemplateStore {
  held: RememberedTemplates = { installations: [], samples: [] };
  writes = 0;
  failing = false;
  remembered(): RememberedTemplates {
    return this.held;
  }
  save(next: RememberedTemplates): void {
    if (this.failing) {
      throw new ProblemError(plainProblem('storage-failed', 'The disk is full.', 'Make room.'));
    }
    this.held = next;
    this.writes += 1;
  }
}
