import type { AlertState } from './shapes.ts';

/** What an alert has in every state. */
const common = {
  AlertID: '4711',
  AlertName: 'Database size in server',
  ObjectName: 'pg-orders-1',
  ObjectType: 'SERVER',
  AgentID: '3',
  AgentName: 'agent-eu-west-1',
  ServerID: '12',
  ServerName: 'pg-orders-1',
  ServerIP: '10.20.30.40',
  ServerPort: '5432',
  DatabaseName: 'orders',
  SchemaName: '',
  PackageName: '',
  DatabaseObjectName: '',
  Parameters: '',
};

const raised = { AlertRaisedTime: '2025-03-14 02:17:43.120745+00:00' };

/** Values for all tokens of an alert, by its state: as life has them, some of them empty. */
export const sampleValues: Readonly<Record<AlertState, Readonly<Record<string, string>>>> = {
  LOW: {
    ...common,
    ...raised,
    CurrentState: 'LOW',
    // There was none before: the alert is new.
    OldState: '',
    ThresholdValue: '50',
    CurrentValue: '52.4',
    AlertInfo: 'Database "orders" takes 52.4 GB',
  },
  MEDIUM: {
    ...common,
    ...raised,
    CurrentState: 'MEDIUM',
    OldState: 'LOW',
    ThresholdValue: '60',
    CurrentValue: '64.9',
    AlertInfo: 'Database "orders" takes 64.9 GB',
  },
  HIGH: {
    ...common,
    ...raised,
    CurrentState: 'HIGH',
    OldState: 'MEDIUM',
    ThresholdValue: '80',
    CurrentValue: '91.2',
    AlertInfo: 'Database "orders" takes 91.2 GB\nTablespace "fast" is full in about 3 h',
  },
  CLEARED: {
    ...common,
    ...raised,
    CurrentState: 'CLEARED',
    OldState: 'HIGH',
    ThresholdValue: '50',
    CurrentValue: '41.0',
    AlertInfo: '',
  },
};
