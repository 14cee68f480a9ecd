import type { CreateEnrolment } from '@drover/sdk';

type Machine = Omit<CreateEnrolment, 'key'> & { tags: string[] };

/** Machines of a small team. */
const named: Omit<Machine, 'appVersion'>[] = [
  { name: 'Front desk tablet', brand: 'Lenovo', model: 'Tab P12', platform: 'android', tags: ['desk'] },
  { name: 'Warehouse Pixel', brand: 'Google', model: 'Pixel 9', platform: 'android', tags: ['warehouse'] },
  { name: '厨房手机', brand: 'Xiaomi', model: 'MI 14', platform: 'android', tags: ['kitchen'] },
  {
    name: 'Label printer Pi',
    brand: 'Raspberry Pi',
    model: '5 Model B',
    platform: 'linux',
    tags: ['warehouse'],
  },
  { name: 'Build server', brand: 'Dell', model: 'R760', platform: 'linux', tags: ['ci'] },
  { name: 'QA phone 1', brand: 'Samsung', model: 'Galaxy S25', platform: 'android', tags: ['qa'] },
  { name: 'QA phone 2', brand: 'Samsung', model: 'Galaxy A56', platform: 'android', tags: ['qa'] },
  { name: 'QA phone 3', brand: 'OnePlus', model: '13', platform: 'android', tags: ['qa'] },
  { name: 'Lobby screen', brand: 'Intel', model: 'NUC 14', platform: 'linux', tags: ['desk'] },
  { name: '收银台', brand: 'Huawei', model: 'MatePad 11', platform: 'android', tags: ['shop'] },
];

/** Number of devices in the fleet, named ones first. */
export const fleetSize = 400;

/** Devices that are registered but offline. */
export const offlineCount = 24;

/** The devices in the pictures. The first ones have names. */
export function castOf(size: number): Machine[] {
  return Array.from({ length: size }, (_, index) => ({
    ...(named[index] ?? shopPhone(index)),
    appVersion: index % 7 === 3 ? '1.9.4' : '2.0.0',
  }));
}

function shopPhone(index: number): Omit<Machine, 'appVersion'> {
  const brands = [
    { brand: 'Xiaomi', model: 'Redmi 14C' },
    { brand: 'Samsung', model: 'Galaxy A16' },
    { brand: 'Motorola', model: 'moto g35' },
  ];
  const name = `Shop ${String(index).padStart(3, '0')}`;
  return { name, ...brands[index % brands.length], platform: 'android', tags: ['shop'] };
}
