export { msm } from 'montgomery';
