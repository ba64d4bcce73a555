import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import type { Loss } from './close-guard.ts';

/** Asks whether to leave in spite of the loss. */
export async function confirmLoss(
  window: BrowserWindow | null,
  { by, edits, plan }: Loss,
): Promise<boolean> {
  const stay = 0;
  const [verb, leaveButton] = leaving[by];
  const options: MessageBoxOptions = {
    type: 'warning',
    title: 'Hookdesk',
    message: edits ? 'Some edits are not saved to disk.' : 'A plan is still running.',
    detail: [
      ...(edits ? [`${verb} loses these edits.`] : []),
      ...(plan ? [`${verb} stops the plan. You can resume it later.`] : []),
    ].join(' '),
    buttons: ['Stay', leaveButton],
    defaultId: stay,
    cancelId: stay,
    noLink: true,
  };
  const { response } =
    window === null
      ? await dialog.showMessageBox(options)
      : await dialog.showMessageBox(window, options);
  return response !== stay;
}

const leaving: Record<Loss['by'], readonly [verb: string, button: string]> = {
  quit: ['Quitting', 'Quit anyway'],
  close: ['Closing the window', 'Close anyway'],
  reload: ['Reloading', 'Reload anyway'],
};

/** Returns `false` when the person chose to quit. */
export async function offerReload(
  window: BrowserWindow,
  message: string,
  reason: string,
): Promise<boolean> {
  const reload = 0;
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: 'Hookdesk',
    message,
    detail: `Reason: ${reason}. Saved data is not lost.`,
    buttons: ['Reload', 'Quit'],
    defaultId: reload,
    cancelId: reload,
    noLink: true,
  });
  return response === reload;
}
