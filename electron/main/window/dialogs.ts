import { type BrowserWindow, dialog } from 'electron';

/** Asks whether to close or reload a window although its page is not done; `true` to do it. */
export function leaveAnyway(window: BrowserWindow): boolean {
  const stay = 0;
  const choice = dialog.showMessageBoxSync(window, {
    type: 'warning',
    title: 'Hookdesk',
    message: 'Not everything is done.',
    detail:
      'Edits that are not on disk are lost when the window closes. A plan that is carried out stops; ' +
      'what is left of it can be resumed.',
    buttons: ['Stay', 'Close all the same'],
    defaultId: stay,
    cancelId: stay,
    noLink: true,
  });
  return choice !== stay;
}

/** After a window's process ended by itself: loads its page again, or closes it. */
export async function offerReload(window: BrowserWindow): Promise<void> {
  const close = 1;
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: 'Hookdesk',
    message: 'The window stopped working.',
    detail: 'What was saved is kept. Load the window again to go on.',
    buttons: ['Load again', 'Close'],
    defaultId: 0,
    cancelId: close,
    noLink: true,
  });
  if (response === close) window.destroy();
  else window.webContents.reload();
}
