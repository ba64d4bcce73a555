import { expect, test } from '../fixtures/test.ts';

test.describe('in a window of 640 by 400', () => {
  test.use({ viewport: { width: 640, height: 400 } });

  test('a connection test needs address and credentials, and shows its result beside the button', async ({
    hookdesk,
    installations,
  }) => {
    const { A } = installations;
    const { dialog } = hookdesk;
    await hookdesk.addInstallation();
    await dialog.baseUrl.fill(A.baseUrl);
    await dialog.variant('A').click();
    await dialog.authToken.fill(A.authToken);
    await dialog.test.click();
    await expect(dialog.steps).toContainText(['The auth token was accepted']);
    await expect(dialog.steps.last()).toBeInViewport({ ratio: 1 });
    await expect(dialog.test).toBeInViewport({ ratio: 1 });
    await expect(dialog.root).not.toContainText('Select the environment.');
    await dialog.authToken.fill('another token');
    await expect(dialog.steps).toHaveCount(0);
    await dialog.test.click();
    await expect(dialog.root.getByRole('alert').last()).toBeInViewport();
  });
});

test('a token goes over plain HTTP only after a person allows it', async ({ hookdesk }) => {
  const { dialog } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'plain', baseUrl: 'http://hookdesk.invalid', authToken: 'canary-1' });
  for (const send of [dialog.test, dialog.add, dialog.detect]) {
    await send.click();
    await expect(dialog.sendOverPlainHttp).toBeInViewport({ ratio: 1 });
    await expect(dialog.root).toContainText('hookdesk.invalid uses plain HTTP');
    await expect(dialog.steps).toHaveCount(0);
    await expect(dialog.detection).toHaveCount(0);
    await dialog.name.press('End');
    await dialog.name.pressSequentially('x');
    await expect(dialog.sendOverPlainHttp).toHaveCount(0);
  }
  await dialog.test.click();
  await dialog.sendOverPlainHttp.click();
  await expect(dialog.steps.first()).toBeVisible();
  await dialog.add.click();
  await expect(hookdesk.installation('plain')).toBeVisible();
});
