import type { RememberedTemplates, TemplateStore } from '../ports.ts';

/** Remembers in memory, and counts how often it was written. */
export class TemplateStoreDouble implements TemplateStore {
  held: RememberedTemplates = { installations: [], samples: [] };
  writes = 0;
  remembered(): RememberedTemplates {
    return this.held;
  }
  save(next: RememberedTemplates): void {
    this.held = next;
    this.writes += 1;
  }
}
