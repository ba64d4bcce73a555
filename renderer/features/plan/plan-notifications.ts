import { createContext } from 'svelte';
import type { Notifier } from '../../platform/notifications.ts';
import { type EndedPlan, runSummary } from './run-labels.ts';
import { listedInstallations } from '../../shared/installations/listed-installations.ts';
import {
  type NotificationPreferences,
  WishedNotifications,
} from '../../shared/wished-notifications.ts';
import type { Plan } from './plan.svelte.ts';

/** Rows from which on a plan may take long. */
const many = 20;

/** Notifies the user of the end of a plan while all windows are in the background. */
export class PlanNotifications extends WishedNotifications {
  readonly #preferences: NotificationPreferences<'planNotifications'>;
  readonly #isLocked: () => boolean;

  /** @param isLocked whether the vault is locked, which hides the names of installations */
  constructor(
    notifier: Notifier,
    preferences: NotificationPreferences<'planNotifications'>,
    isLocked: () => boolean,
  ) {
    super(notifier, {
      isOn: () => preferences.settings.planNotifications === 'on',
      choose: (on) => preferences.change({ planNotifications: on ? 'on' : 'off' }),
    });
    this.#preferences = preferences;
    this.#isLocked = isLocked;
  }

  asksFor({ run }: { readonly run: Pick<Plan['run'], 'total'> }): boolean {
    const { planNotifications } = this.#preferences.settings;
    return planNotifications === 'ask' && !this.isBlocked && run.total >= many;
  }

  /** The text names installations only. */
  async noteEnd(plan: EndedPlan & Pick<Plan, 'planId'>, onclick: () => void): Promise<void> {
    await this.show(() => {
      const names = this.#isLocked() ? [] : (plan.run.state?.connectionNames ?? []);
      return {
        title: names.length === 0 ? 'Plan ended' : `Plan ended on ${listedInstallations(names)}`,
        text: runSummary(plan).title,
        tag: plan.planId ?? '',
        onclick,
      };
    });
  }
}

export const [getPlanNotifications, setPlanNotifications] = createContext<PlanNotifications>();
