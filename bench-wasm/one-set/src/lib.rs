//! No code. Who depends on this crate has arkworks compiled as all programs of this repository have it.
#![no_std]
