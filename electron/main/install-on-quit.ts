import type { DesktopUpdater } from '#adapters/updates/desktop-updater.ts';
import type { Core } from '#core/core.ts';
import type { CloseGuardNeeds, Loss } from './window/close-guard.ts';

type Confirm<Window> = CloseGuardNeeds<Window>['confirm'];

interface InstallOnQuitNeeds<Window> {
  readonly updater: Pick<DesktopUpdater, 'install' | 'stay'>;
  readonly core: Pick<Core, 'installsOnQuit'>;
  readonly confirm: Confirm<Window>;
  /** The new process must find neither lock. */
  readonly releaseLock: () => void;
  readonly log: (line: string) => void;
}

export function installOnQuit<Window>(needs: InstallOnQuitNeeds<Window>) {
  const { updater, core, releaseLock, log } = needs;
  let losesWork = false;
  return {
    confirm: async (window: Window | null, loss: Loss): Promise<boolean> => {
      const mayLeave = await needs.confirm(window, loss);
      if (loss.by === 'quit') losesWork = mayLeave;
      if (!mayLeave) updater.stay();
      return mayLeave;
    },
    install: (): void => {
      if (losesWork || !core.installsOnQuit()) return;
      releaseLock();
      try {
        if (!updater.install()) log('update: not installed');
      } catch {
        // The text may name folders of the person.
        log('update: not installed');
      }
    },
  };
}
