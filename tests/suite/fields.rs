//! Every field as a type.

/// Runs a template `fn<M: Modulus>()` on every field, or on those below 254 bits.
macro_rules! on_every_field {
    ($template:ident) => {
        $crate::tests::fields::on_every_field!($template, each)
    };
    ($template:ident, $fields:ident) => {{
        struct Template;
        impl fqmul::field::FieldVisitor for Template {
            fn visit<M: fqmul::field::Modulus>(&mut self) {
                $template::<M>();
            }
        }
        fqmul::field::$fields(&mut Template);
    }};
}
pub(crate) use on_every_field;

/// Runs a template `fn<M: TwoAdic>()` on every field that transforms are over.
macro_rules! on_every_two_adic_field {
    ($template:ident) => {{
        $template::<fqmul::field::bn254::Fr>();
        $template::<fqmul::field::bls12_381::Fr>();
        $template::<fqmul::field::bls12_377::Fr>();
        $template::<fqmul::field::pasta::Fp>();
        $template::<fqmul::field::pasta::Fq>();
    }};
}
pub(crate) use on_every_two_adic_field;
