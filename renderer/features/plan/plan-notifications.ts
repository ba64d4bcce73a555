import { createContext } from 'svelte';
import type { Settings, SettingsChange } from '#contract/settings.ts';
import type { Notifier } from '../../platform/notifications.ts';
import { runSummary } from './run-labels.ts';
import { listedInstallations } from '../../shared/installations/listed-installations.ts';
import type { Plan } from './plan.svelte.ts';

/** Rows from which on a plan may take long. */
const many = 20;

interface NotificationPreferences {
  readonly settings: Pick<Settings, 'planNotifications'>;
  change(change: SettingsChange): Promise<void>;
}

type EndedPlan = Pick<Plan, 'planId' | 'left'> & {
  leftOut: readonly Pick<Plan['leftOut'][number], 'state'>[];
  run: Pick<Plan['run'], 'counts' | 'state'>;
};

/** Notifies the user of the end of a plan while all windows are in the background. */
export class PlanNotifications {
  readonly #notifier: Notifier;
  readonly #preferences: NotificationPreferences;
  readonly #isLocked: () => boolean;

  /** @param isLocked whether the vault is locked, which hides the names of installations */
  constructor(notifier: Notifier, preferences: NotificationPreferences, isLocked: () => boolean) {
    this.#notifier = notifier;
    this.#preferences = preferences;
    this.#isLocked = isLocked;
  }

  get isOn(): boolean {
    return this.#isWanted('on') && this.#notifier.permission() === 'granted';
  }

  /** Whether the system or the browser shows none. */
  get isBlocked(): boolean {
    const permission = this.#notifier.permission();
    return permission === 'denied' || permission === 'unsupported';
  }

  asksFor({ run }: { readonly run: Pick<Plan['run'], 'total'> }): boolean {
    return this.#isWanted('ask') && !this.isBlocked && run.total >= many;
  }

  async choose(on: boolean): Promise<void> {
    const isGranted = on && (await this.#notifier.request()) === 'granted';
    await this.#preferences.change({ planNotifications: isGranted ? 'on' : 'off' });
  }

  /** The text names installations only. */
  async noteEnd({ planId, left, leftOut, run }: EndedPlan, onclick: () => void): Promise<void> {
    if (!this.isOn || (await this.#notifier.isInFront())) return;
    const { counts, state } = run;
    const names = this.#isLocked() ? [] : (state?.connectionNames ?? []);
    this.#notifier.show({
      title: names.length === 0 ? 'Plan ended' : `Plan ended on ${listedInstallations(names)}`,
      text: runSummary(
        counts,
        state?.status ?? 'ended',
        left,
        leftOut.map((row) => row.state),
      ).title,
      tag: planId ?? '',
      onclick,
    });
  }

  #isWanted(choice: 'ask' | 'on'): boolean {
    return this.#preferences.settings.planNotifications === choice;
  }
}

export const [getPlanNotifications, setPlanNotifications] = createContext<PlanNotifications>();
