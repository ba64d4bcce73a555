import type { Locator, Page } from '@playwright/test';

/** The pane that raises alerts on a practice installation. */
export class PracticePane {
  readonly root: Locator;
  readonly raise: Locator;
  readonly deliveries: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Simulated alert' });
    this.raise = this.root.getByRole('button', { name: /^Simulate the (alert|job)$/ });
    this.deliveries = this.root.getByRole('list', { name: 'Deliveries' }).getByRole('button');
  }

  happening(name: 'Low' | 'Medium' | 'High' | 'Cleared' | 'Job'): Locator {
    return this.root.getByRole('radio', { name });
  }

  async setValue(token: string, value: string): Promise<void> {
    const field = this.root.getByLabel(`%${token}%`);
    if (!(await field.isVisible())) await this.root.getByText('Placeholder values').click();
    await field.fill(value);
  }

  delivery(webhook: string): Locator {
    return this.deliveries.filter({ hasText: webhook });
  }
}
