import type { DeliverySummary, PracticeRaised } from '#contract/practice.ts';
import { counted } from '#domain/text/wording.ts';

export function raisedInWords({ deliveries, passedOver }: PracticeRaised): string {
  const { disabled, otherType, switchedOff } = passedOver;
  const left = [
    switchedOff > 0 && `${counted(switchedOff, 'has', 'have')} the severity off`,
    disabled > 0 && `${counted(disabled, 'is', 'are')} disabled`,
    otherType > 0 && `${counted(otherType, 'is', 'are')} for the other type`,
  ].filter((part) => part !== false);
  const called = `${counted(deliveries, 'webhook is', 'webhooks are')} called.`;
  return left.length === 0 ? called : `${called} Of the others, ${left.join(', ')}.`;
}

export function outcomeInWords({ state, status, attempts }: DeliverySummary): string {
  switch (state) {
    case 'waiting':
      return 'waiting';
    case 'sending':
      return 'sending…';
    case 'waiting-to-retry':
      return `retrying (${attempts} of 4)`;
    case 'delivered':
      return `delivered, ${status ?? ''}`;
    case 'failed':
      return status === null ? 'failed' : `failed, ${status}`;
  }
}
